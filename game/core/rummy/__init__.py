"""What the two rummies share: melds, the table, and the exact arranger."""

from game.core.rummy.melds import ROCKIT_PACK, SOCKI_PACK, MeldBook, book_for, meld_book

__all__ = ["ROCKIT_PACK", "SOCKI_PACK", "MeldBook", "book_for", "meld_book"]
