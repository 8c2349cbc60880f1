"""The pages for people: how long they are, how they read, and whether what they link to is there.

    pages_test.py            runs the tests
    pages_test.py --counts   prints lines, words, figures and the longest sentence of each page
"""

import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
README = SOURCE / "README.md"
DOCS = sorted((SOURCE / "docs").glob("*.md"))
PAGES = [README, SOURCE / "ARCHITECTURE.md", SOURCE / "CONTRIBUTING.md", SOURCE / "SECURITY.md", *DOCS]

MOST_README_WORDS = 900
MOST_DOCS_LINES = 1500
MOST_FIGURES = 3  # in a hundred words of prose
MOST_SENTENCE_WORDS = 40


def prose(page):
    """Returns the page's paragraphs and list items as people read them: no code, tables, pictures or addresses."""
    text = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
    blocks, lines = [], []
    for line in [*text.splitlines(), ""]:
        item = re.match(r"\s*(?:[-*] |\d+\. )", line)
        if not line.strip() or line.startswith(("#", "|", "    ", "![")) or item:
            blocks.append(" ".join(lines))
            lines = []
        if line.strip() and not line.lstrip().startswith(("#", "|", "![")) and not (line.startswith("    ") and not item):
            lines.append(line.strip()[len(item.group().strip()) :] if item else line.strip())
    return [readable(block) for block in blocks if block.strip()]


def readable(block):
    block = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", block)
    return re.sub(r"`[^`]*`", "Code", block).replace("*", "")


def sentences(block):
    return re.split(r"(?<=[.:;!?])\s+(?=[\"(A-Z])|\s\|\s", block)


def figures(blocks):
    """Returns numbers in digits, without versions, years of papers and names such as T1w."""
    text = re.sub(r"\b(?:[A-Za-z]+\d\w*|(?:19|20)\d\d)\b", "", " ".join(blocks))
    return re.findall(r"(?<![\w.-])\d[\d,.]*", text)


def words(blocks):
    return " ".join(blocks).split()


def anchors(page):
    """Returns the headings of a page as GitHub names them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE), flags=re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


def words_table():
    """Returns the rows of CONTRIBUTING's table of words: those that we no longer use, and what we write instead."""
    section = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Words\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1:3] for line in section.splitlines() if line.startswith("| ") and not line.startswith("| not")]
    return [[[word.strip() for word in cell.split(",")] for cell in row] for row in rows]


def given_up(in_code):
    """Returns the words that we no longer use. Code has to know the names of earlier versions."""
    return [word for old, new in words_table() if not (in_code and new == ["(retired)"]) for word in old]


def without_allowed(text):
    """Returns the text without the phrases that we write although they contain a word of the left column."""
    for _, new in words_table():
        for phrase in new:
            text = text.replace(phrase, "") if " " in phrase else text
    return text


COMMENTS_AND_TEXTS = {
    ".py": r'""".*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\#[^\n]*',
    ".h": r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/',
}
COMMENTS_AND_TEXTS |= dict.fromkeys([".cpp", ".js", ".json"], COMMENTS_AND_TEXTS[".h"] + r"|\'(?:\\.|[^\'\\\n])*\'|`[^`]*`")


def code_prose(text, suffix):
    """Returns a source file's comments, and its texts of several words: a single word is a name."""
    found = re.findall(COMMENTS_AND_TEXTS[suffix], text, flags=re.DOTALL)
    pieces = [piece for piece in found if piece.startswith(("/", "#")) or " " in piece.strip("\"'` ")]
    bare = [re.sub(r"^(?:///?<?|#|/\*+)|\n\s*\*", " ", piece).strip("\"'` ") for piece in pieces]
    return re.sub(r"\s+", " ", " ".join(bare)).lower()


def files(*patterns):
    """Returns the repository's files by name, without those that builds and package managers leave."""
    top = [folder for folder in SOURCE.iterdir() if folder.is_dir() and not folder.name.startswith((".", "build"))]
    found = [file for pattern in patterns for folder in top for file in folder.rglob(pattern)]
    found += [file for pattern in patterns for file in SOURCE.glob(pattern)]
    return [file for file in found if file.is_file() and "node_modules" not in file.parts]


def read(file):
    return file.read_text(encoding="utf-8")


class Length(unittest.TestCase):
    def test_the_readme_is_read_in_two_minutes(self):
        self.assertLessEqual(len(read(README).split()), MOST_README_WORDS)

    def test_all_docs_together(self):
        self.assertLessEqual(sum(len(read(page).splitlines()) for page in DOCS), MOST_DOCS_LINES)


class Prose(unittest.TestCase):
    def test_no_sentence_is_read_twice(self):
        for page in PAGES:
            for block in prose(read(page)):
                for sentence in sentences(block):
                    with self.subTest(page=page.name, sentence=sentence[:60]):
                        self.assertLessEqual(len(sentence.split()), MOST_SENTENCE_WORDS)

    def test_figures_stand_in_tables(self):
        for page in PAGES:
            blocks = prose(read(page))
            with self.subTest(page=page.name, figures=figures(blocks)):
                self.assertLessEqual(100 * len(figures(blocks)), MOST_FIGURES * len(words(blocks)))

    def test_no_word_that_we_gave_up(self):
        self.assertGreater(len(given_up(in_code=False)), 10)
        for page in PAGES:
            if page.name != "CONTRIBUTING.md":
                self.check_words(page, " ".join(prose(read(page))).lower(), given_up(in_code=False))

    def test_no_word_that_we_gave_up_in_code(self):
        for file in files("*.h", "*.cpp", "*.py", "*.js", "compspec.json"):
            if file.name == "pages_test.py":
                continue
            self.check_words(file, code_prose(read(file), file.suffix), given_up(in_code=True))

    def check_words(self, file, text, words):
        text = without_allowed(text)
        for word in words:
            with self.subTest(file=str(file.relative_to(SOURCE)), word=word):
                self.assertNotRegex(text, rf"\b{re.escape(word.lower())}\b")

    def test_the_check_finds_what_it_is_for(self):
        page = "# T\nOne two. Three\n\n| 1 | 2 |\n\n    7 8\n\n- It has 12 of T1w.\n"
        self.assertEqual(prose(page), ["One two. Three", " It has 12 of T1w."])
        self.assertEqual(figures(prose(page)), ["12"])
        self.assertEqual(sentences("One two. Three"), ["One two.", "Three"])
        self.assertEqual(anchors("## Fed-tSNE and `x`'s\n"), {"fed-tsne-and-xs"})
        code = '/// Takes\n/// note of it.\nf("gap", "has gaps");  // a gap between eigenvalues\n'
        self.assertEqual(code_prose(code, ".h"), "takes note of it. has gaps a gap between eigenvalues")
        self.assertNotIn("gap ", without_allowed(code_prose(code, ".h")))
        self.assertEqual(code_prose('def f():\n    """Lets\n    go."""  # a spot\n    return "x"', ".py"), "lets go. a spot")


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        for page in files("*.md"):
            for target in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", re.sub(r"`[^`]*`", "", read(page))):
                name, _, anchor = target.partition("#")
                file = (page.parent / name).resolve() if name else page
                with self.subTest(page=str(page.relative_to(SOURCE)), target=target):
                    self.assertTrue(file.exists())
                    if anchor and file.suffix == ".md":
                        self.assertIn(anchor, anchors(read(file)))

    def test_every_page_that_the_sources_name_is_there(self):
        named = re.compile(r"\b(?:docs|bench|experiments|shared/privacy/proofs)/[\w/.-]*?\.md\b")
        for file in files("*.h", "*.cpp", "*.py", "*.js", "*.sh", "compspec.json"):
            for name in named.findall(read(file)):
                with self.subTest(file=str(file.relative_to(SOURCE)), page=name):
                    self.assertTrue((SOURCE / name).is_file())


class Commands(unittest.TestCase):
    """What the pages tell people to type is there."""

    def test_every_command_is_one_of_dsne(self):
        commands = set(re.findall(r'"dsne (\w+)"', "".join(read(file) for file in (SOURCE / "tools").rglob("*.cpp"))))
        self.assertIn("summarize", commands)
        for page in PAGES:
            for command in re.findall(r"(?:^ {4,}|`|/)dsne (\w+)", read(page), flags=re.MULTILINE):
                with self.subTest(page=page.name, command=command):
                    self.assertIn(command, commands)

    def test_every_script_is_there(self):
        for page in PAGES:
            for name in re.findall(r"(?:^ {4,}|`|python3 )((?:scripts|tools/figures|bench|tests)/[\w./-]+)", read(page), flags=re.MULTILINE):
                if "*" in name or name.endswith("/"):
                    continue
                with self.subTest(page=page.name, script=name):
                    self.assertTrue((SOURCE / name).exists())


def print_counts():
    lines = total = 0
    for page in PAGES:
        text, blocks = read(page), prose(read(page))
        longest = max((len(sentence.split()) for block in blocks for sentence in sentences(block)), default=0)
        share = 100 * len(figures(blocks)) / max(len(words(blocks)), 1)
        print(f"{str(page.relative_to(SOURCE)):28} {len(text.splitlines()):5} lines {len(text.split()):6} words  "
              f"{share:4.1f} figures in 100 words  longest sentence {longest}")
        if page in DOCS:
            lines, total = lines + len(text.splitlines()), total + len(text.split())
    print(f"docs together {lines} lines, {total} words")


if __name__ == "__main__":
    if "--counts" in sys.argv:
        print_counts()
    else:
        unittest.main()
