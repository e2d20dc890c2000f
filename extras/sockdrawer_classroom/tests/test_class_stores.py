"""Names of the classroom's files."""

import pytest

from sockdrawer_classroom.class_stores import file_name


@pytest.mark.parametrize(
    ("title", "name"),
    [("Klasse 9b, Süd", "klasse-9b-sud"), ("Урок", "урок"), ("第一課", "第一課"), ("?!", "lesson")],
)
def test_lesson_files_are_named_after_titles_in_any_script(title: str, name: str) -> None:
    assert file_name(title) == name
