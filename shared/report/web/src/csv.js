// CSV for people: an apostrophe precedes text that a spreadsheet would run as a formula; reading removes it.

const mayRun = /^[=+\-@\t\r']/;
const isNumber = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function cell(text) {
  const inert = mayRun.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/// Writes rows of texts as CSV.
export const csvText = (rows) => rows.map((row) => row.map(cell).join(",") + "\r\n").join("");

const bare = (text) => (text.startsWith("'") && mayRun.test(text.slice(1)) ? text.slice(1) : text);

/// Reads the rows of a CSV file, separated by the comma, semicolon or tab of its first line.
/// @throws Error when a quotation mark is not closed or there are too many rows
export function csvRows(text, mostRows) {
  const [first] = text.split(/\r?\n/, 1);
  const mark = [",", ";", "\t"].find((each) => first.includes(each)) ?? ",";
  const rows = [];
  let row = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    let content = "";
    if (text[at] === '"') {
      const start = ++at;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) at += text[at] === '"' ? 2 : 1;
      if (at >= text.length) throw new Error("a quotation mark is not closed");
      content = text.slice(start, at++).replaceAll('""', '"');
    } else {
      const start = at;
      while (at < text.length && text[at] !== mark && text[at] !== "\n") ++at;
      content = text.slice(start, at).replace(/\r$/, "");
    }
    row.push(bare(content));
    if (text[at] === mark) {
      ++at;
      if (at < text.length) continue;
      row.push("");
    }
    while (at < text.length && text[at] !== "\n") ++at; // what follows a closed quotation mark
    ++at;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    if (rows.length > mostRows) throw new Error("it has too many rows");
    row = [];
  }
  return rows;
}
