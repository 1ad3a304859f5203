// A session grows in its CLI's store, and pages show it.
import { ask, drive, expected, facts, log, must, quantile, signedIn, step } from "./lib.mjs";

const path = `/s/${facts.session.replace(":", "/")}`;

/** The browser takes the line to the server. */
const byLine = { args: [`--host-resolver-rules=MAP ${new URL(facts.origin).host} ${facts.line}`] };

/** Notes when each number comes onto the page, and that it comes once. */
function collect() {
  const seen = new Map(); // a number, and when it came
  const look = () => {
    const doubled = new Map();
    for (const article of document.querySelectorAll("[role=feed] [role=article]")) {
      const found = /number (\d+), at (\d{13})/.exec(article.textContent);
      if (!found) continue;
      const place = Number(article.getAttribute("aria-posinset"));
      doubled.set(found[1], [...(doubled.get(found[1]) ?? []), place]);
      if (!seen.has(found[1])) seen.set(found[1], { late: Date.now() - Number(found[2]), place });
    }
    for (const [number, places] of doubled) if (new Set(places).size > 1) console.error(`number ${number} stands at ${places}`);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  globalThis.numbers = seen;
}

const has = (page, number) => page.waitForFunction((n) => globalThis.numbers?.has(String(n)), number, { polling: "raf" });

/** How late the numbers were, and where they stand. */
const numbers = (page) => page.evaluate(() => [...globalThis.numbers].map(([number, { late, place }]) => ({ number: Number(number), late, place })));

/** Opens the session and goes to its end, where it is followed. */
async function follow(page) {
  await page.goto(facts.origin + path);
  await page.getByRole("feed").waitFor();
  await page.getByRole("feed").focus();
  await page.keyboard.press("Shift+G");
}

/** Fails unless all numbers came, one behind the other. */
function mustBeWhole(found, count) {
  const sorted = found.sort((a, b) => a.number - b.number);
  must(sorted.length === count, `${sorted.length} of ${count} came`);
  sorted.forEach((n, i) => must(i === 0 || n.place === sorted[i - 1].place + 1, `number ${n.number} stands at ${n.place}, behind ${sorted[i - 1]?.place}`));
}

const appends = 60;
const burst = 100;

await drive(async (browser) => {
  const page = await step("sign in", () => signedIn(browser, { init: collect }));
  await step("a prompt is on the page at once", async () => {
    await follow(page);
    for (let n = 0; n < appends; n++) {
      await ask("append", String(n));
      await has(page, n);
    }
    const found = await numbers(page);
    mustBeWhole(found, appends);
    const late = found.map((n) => n.late);
    log(`${appends} prompts came after ${quantile(late, 0.5)} ms in the middle, ${quantile(late, 0.99)} ms at the 99th of a hundred`);
    // A machine with much else to do makes some of them later, and none earlier.
    must(quantile(late, 0.25) < 200, `three of four prompts come after ${quantile(late, 0.25)} ms`);
  });

  await step("a line that breaks loses and doubles nothing", async () => {
    // The browser tells of each connection that breaks.
    expected.add("net::ERR_INCOMPLETE_CHUNKED_ENCODING").add("net::ERR_EMPTY_RESPONSE");
    await ask("cut after", "2");
    const before = (await ask("line")).cuts;
    for (let n = 0; n < 5; n++) {
      await ask("burst", `${appends + (n * burst) / 5} ${appends + ((n + 1) * burst) / 5}`);
      await has(page, appends + ((n + 1) * burst) / 5 - 1);
    }
    await ask("cut after", "0");
    mustBeWhole(await numbers(page), appends + burst);
    const { cuts } = await ask("line");
    log(`the line broke ${cuts - before} times`);
    must(cuts > before, "the line never broke");
  });

  await step("nine tabs and a terminal follow by one stream", async () => {
    const tabs = [page];
    for (let n = 1; n < 9; n++) tabs.push(await page.context().newPage());
    await Promise.all(tabs.slice(1).map(follow));
    const terminal = await page.context().newPage();
    await terminal.goto(`${facts.origin}/r/${facts.run}`);
    await terminal.locator(".xterm").waitFor();
    await ask("append", String(appends + burst));
    await Promise.all(tabs.map((tab) => has(tab, appends + burst)));
    const line = await ask("line");
    must(line.streams === 1, `${line.streams} streams are open`);
    must(line.terminals === 1, `${line.terminals} terminals are attached`);
  });

  await step("no row moves under the pointer", async () => {
    await page.goto(facts.origin);
    const rows = page.getByRole("list", { name: "Sessions" }).getByRole("link");
    const another = page.getByRole("link", { name: /Session 8/ });
    await rows.first().waitFor();
    // The page moves it itself: on a busy machine seconds pass until it hears of a move from outside.
    await page.evaluate(() => {
      globalThis.moves = setInterval(() => dispatchEvent(new PointerEvent("pointermove")), 100);
    });
    const first = await rows.first().getAttribute("href");
    await ask("another session", "8");
    const fresh = page.getByRole("button", { name: /^\d+ new$/ });
    await fresh.waitFor();
    must((await rows.first().getAttribute("href")) === first, "the first row has moved");
    must((await another.count()) === 0, "a row has come");
    await page.evaluate(() => clearInterval(globalThis.moves));
    await another.waitFor();
    await fresh.waitFor({ state: "detached" });
  });

  await step("what changes before the stream begins is not lost", async () => {
    const late = await signedIn(browser, { entrance: await ask("entrance") });
    let begin;
    const held = new Promise((resolve) => (begin = resolve));
    await late.route("**/api/v1/events*", async (route) => {
      await held;
      await route.continue();
    });
    await late.goto(facts.origin);
    await late.getByRole("link", { name: /Session 8/ }).waitFor();
    await ask("another session", "9");
    await page.getByRole("link", { name: /Session 9/ }).waitFor();
    must((await late.getByRole("link", { name: /Session 9/ }).count()) === 0, "the page has heard of it without a stream");
    begin();
    await late.getByRole("link", { name: /Session 9/ }).waitFor();
  });
}, byLine);
