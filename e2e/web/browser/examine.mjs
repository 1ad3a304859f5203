// Looks at a page as people do who see little, and keeps pictures for those who see.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { facts, fault, moduleFile, themes } from "./lib.mjs";

const axe = readFileSync(moduleFile("axe-core/axe.min.js"), "utf8");

/** Returns what is wider than the room that it has, of the page and the dialogs over it. */
function tooWide() {
  const rooms = [document.documentElement, ...document.querySelectorAll("dialog[open], dialog[open] .dialog")];
  return rooms.filter((room) => room.scrollWidth > room.clientWidth).map((room) => `${room.localName} is ${room.scrollWidth} px wide of ${room.clientWidth}`);
}

/** Photographs a page in both themes, sees whether all of it has room, and has axe find what is seriously wrong with it. */
export async function examine(page, name, size) {
  for (const found of await page.evaluate(tooWide)) fault(`${name} at ${size}: ${found}`);
  for (const [n, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(facts.screenshots, `${name}-${size}-${colorScheme}.png`) });
    for (const found of await violations(page, n > 0)) fault(`axe, ${name} at ${size}, ${colorScheme}: ${found}`);
  }
  await page.emulateMedia({ colorScheme: themes[0] });
}

/** Returns the serious violations of a page. In its second theme it only has other colours. */
async function violations(page, onlyColours) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const result = await page.evaluate((onlyColours) => {
    const terms = onlyColours ? { runOnly: ["color-contrast"] } : {};
    return globalThis.axe.run(document, { ...terms, resultTypes: ["violations"], preload: false });
  }, onlyColours);
  return result.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.failureSummary?.split("\n")[1]?.trim()} ${n.html.slice(0, 160)}`));
}
