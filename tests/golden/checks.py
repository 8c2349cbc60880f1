"""Files for `dsne check`, of kinds that people bring."""

import gzip

from sites import MEASURES, joined, rows_of, spoiled, table

ROWS = rows_of("A", 25)
PLAIN = joined(row[:1] + row[2:] for row in ROWS)


def with_cell(row, column, text):
    rows = [list(each) for each in ROWS]
    rows[row][column] = text
    return joined(rows)


CHECKED = {
    "a table": {"group_T1w.csv": PLAIN},
    "decimal commas and semicolons": {"spreadsheet.csv": PLAIN.replace(",", ";").replace(".", ",")},
    "a gzipped table": {"table.csv.gz": gzip.compress(PLAIN.encode(), mtime=0)},
    "a title above the header": {"table.csv": "Measures of our scans\n\n" + PLAIN},
    "an id missing": {"table.csv": spoiled(table("A", 25))},
    "an id twice": {"table.csv": with_cell(3, 0, "sub-A01")},
    "text in a measure": {"table.csv": with_cell(4, 3, "high")},
    "a spreadsheet's error": {"table.csv": with_cell(4, 3, "#DIV/0!")},
    "a value a thousand times too large": {"table.csv": with_cell(5, 7, "14600.0")},
    "a code for a missing value": {"table.csv": with_cell(6, 4, "-999")},
    "a cell more in a row": {"table.csv": with_cell(7, 2, "0.4,0.5")},
    "subjects in columns": {"table.csv": joined([["measure", *(row[0] for row in ROWS[1:])], *([name, *(row[2 + place] for row in ROWS[1:])] for place, name in enumerate(MEASURES))])},
    "T1w and T2w scans in one table": {"table.csv": PLAIN.replace("sub-A03,", "sub-A03_T1w,").replace("sub-A04,", "sub-A04_T2w,")},
    "a workbook": {"table.xlsx": b"PK\x03\x04" + bytes(100)},
    "nothing": {"table.csv": ""},
    "a file that is not there": {"list.csv": "file,id\nscan1.nii.gz,sub-01\nscan2.nii.gz,sub-02\n"},
}
