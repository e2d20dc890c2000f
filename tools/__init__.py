"""Scripts for maintainers: builders of assets and boards, benchmarks, golden files."""
