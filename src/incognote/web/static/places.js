// From a point on the page to a place in the original: code points, counted through the pieces of a row.
const points = (text) => { let n = 0; for (const _ of text) n++; return n; };

// The original's place of (node, offset), which lies in a cell of the sheet; null elsewhere.
export function placeOf(node, offset, marks, isEnd) {
  const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  const row = element.closest(".row");
  if (!row) return null;
  const cell = element.closest(".o, .r");
  if (!cell) return Number(row.dataset.s);
  const isOriginal = cell.classList.contains("o");
  let place = Number(row.dataset.s);
  for (const piece of cell.childNodes) {
    const mark = piece.nodeType === Node.ELEMENT_NODE && piece.dataset.m !== undefined ? marks[piece.dataset.m] : null;
    const holds = piece === node || piece.contains(node);
    const isHere = holds || (node === cell && cell.childNodes[offset] === piece);
    if (isHere) {
      if (!holds) return mark ? mark.start : place;
      const inner = textBefore(piece, node, offset);
      if (piece.classList?.contains("head")) return place;
      if (mark && !isOriginal) return isEnd ? mark.end : mark.start;
      return (mark ? mark.start : place) + inner;
    }
    if (mark) place = mark.end;
    else if (!piece.classList?.contains("head")) place += points(piece.textContent);
  }
  return place;
}

function textBefore(piece, node, offset) {
  if (piece === node && node.nodeType === Node.TEXT_NODE) return points(node.data.slice(0, offset));
  const range = document.createRange();
  range.setStart(piece, 0);
  range.setEnd(node, offset);
  return points(range.toString());
}

// What is selected in the sheet as [start, end) of the original with its text; null where nothing is.
export function selected(sheet, marks) {
  const selection = getSelection();
  if (!sheet || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  if (!sheet.contains(range.commonAncestorContainer)) return null;
  const start = placeOf(range.startContainer, range.startOffset, marks, false);
  const end = placeOf(range.endContainer, range.endOffset, marks, true);
  if (start === null || end === null || end <= start) return null;
  return { start, end, text: originalText(sheet, start, end), rect: range.getBoundingClientRect() };
}

// The original between two places, as far as it is drawn: line ends are a blank.
export function originalText(sheet, start, end) {
  const pieces = [];
  for (const row of sheet.children) {
    const from = Number(row.dataset.s);
    if (from >= end) break;
    if (Number(row.nextElementSibling?.dataset.s ?? Infinity) <= start) continue;
    const text = Array.from(row.firstElementChild.textContent);
    if (from + text.length < start) continue;
    pieces.push(text.slice(Math.max(0, start - from), end - from).join(""));
  }
  return pieces.join(" ").trim();
}
