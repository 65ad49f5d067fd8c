// The sheet works without this script. It adds: sorting by a column, filtering by name, opening a player's part
// from a link, coloured strips, and the move-by-move table of a game when it is unfolded. It never makes markup
// from text: every text becomes a text node. It loads and stores nothing.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const read = (id) => JSON.parse(byId(id).textContent);
  const labels = read("labels");

  const make = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const letter = (code) => {
    const cell = make("span", "c", code);
    cell.dataset.c = code;
    cell.title = labels.classes[code] || "";
    return cell;
  };

  // Sorting. Rows without a value stay at the end whichever way the column is sorted; ties keep their order.
  const sortValue = (row, column) => {
    const cell = row.cells[column];
    if (column === 0) return cell.textContent;
    return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
  };

  const compare = (a, b, turn) => {
    if (a === null || b === null) return (a === null) - (b === null);
    const order = typeof a === "string" ? a.localeCompare(b) : a - b;
    return turn * order;
  };

  const sortBy = (table, heading) => {
    const up = heading.getAttribute("aria-sort");
    const first = heading.cellIndex === 0 ? "ascending" : "descending";
    const other = first === "ascending" ? "descending" : "ascending";
    const way = up === first ? other : first;
    for (const each of heading.parentNode.cells) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", way);
    const turn = way === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => [sortValue(row, heading.cellIndex), row]);
    rows.sort((a, b) => compare(a[0], b[0], turn));
    body.append(...rows.map(([, row]) => row));
  };

  const makeSortable = (table) => {
    for (const heading of table.tHead.rows[0].cells) {
      const button = make("button", "", heading.textContent);
      button.type = "button";
      button.addEventListener("click", () => sortBy(table, heading));
      heading.replaceChildren(button);
    }
  };

  // Filtering. Accents are left out of the comparison, so that a plain keyboard finds every name.
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  const makeFilter = (table) => {
    const input = byId("filter");
    const shown = byId("shown");
    const rows = Array.from(table.tBodies[0].rows, (row) => [plain(row.cells[0].textContent), row]);
    const apply = () => {
      const wanted = plain(input.value.trim());
      let count = 0;
      for (const [name, row] of rows) {
        row.hidden = !name.includes(wanted);
        if (!row.hidden) count += 1;
      }
      const words = labels.shown.replace("%1", String(count)).replace("%2", String(rows.length));
      shown.textContent = wanted ? words : "";
    };
    input.addEventListener("input", apply);
    apply();
  };

  // Games.
  const colourStrips = (part) => {
    for (const strip of part.querySelectorAll(".strip dd:not([data-done])")) {
      const codes = Array.from(strip.textContent);
      strip.replaceChildren(...codes.map(letter));
      strip.dataset.done = "1";
    }
  };

  const moveRow = (move, ply, own) => {
    const row = make("tr", own ? "own" : "other");
    const number = Math.floor(ply / 2) + 1;
    row.append(make("td", "n", ply % 2 === 0 ? number + "." : number + "\u2026"));
    row.append(make("td", "", move[0]));
    const cell = make("td", "");
    cell.append(letter(move[1]));
    row.append(cell, make("td", "", move[2] || ""));
    for (let column = 3; column < labels.columns.length - 1; column += 1) {
      row.append(make("td", column < 8 ? "n" : "", move[column] || ""));
    }
    return row;
  };

  const showMoves = (game) => {
    if (game.querySelector("table")) return;
    const moves = read("g" + game.dataset.game);
    const own = game.dataset.side === "w" ? 0 : 1;
    const table = make("table", "trace");
    const head = table.createTHead().insertRow();
    labels.columns.forEach((text, column) => {
      const heading = make("th", column === 0 || (column > 3 && column < 9) ? "n" : "", text);
      heading.scope = "col";
      head.append(heading);
    });
    table.createTBody().append(...moves.map((move, ply) => moveRow(move, ply, ply % 2 === own)));
    const box = make("div", "scroll");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", game.querySelector("summary").textContent);
    box.append(table);
    game.append(box);
  };

  // "toggle" does not bubble, so one listener catches it on the way down.
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (!details.open) return;
    if (details.dataset.game !== undefined) showMoves(details);
    else if (details.classList.contains("player")) colourStrips(details);
  }, true);

  const openTarget = () => {
    const target = location.hash.length > 1 ? byId(location.hash.slice(1)) : null;
    if (target && target.tagName === "DETAILS") {
      target.open = true;
      target.scrollIntoView();
    }
  };
  window.addEventListener("hashchange", openTarget);
  // A link to the part that is already in the address fires no event.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#p']");
    if (link && link.hash === location.hash) openTarget();
  });

  const table = byId("table");
  if (table) {
    makeSortable(table);
    makeFilter(table);
    byId("tools").hidden = false;
  }
  const parts = document.querySelectorAll("details.player");
  if (parts.length > 0) {
    byId("fold").hidden = false;
    byId("open-all").addEventListener("click", () => parts.forEach((part) => { part.open = true; }));
    byId("close-all").addEventListener("click", () => parts.forEach((part) => { part.open = false; }));
  }
  openTarget();
})();
