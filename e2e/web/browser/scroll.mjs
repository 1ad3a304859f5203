// A very long session is scrolled: there is never a hole on the page, and the page stays small.
import { drive, facts, heap, log, must, quantile, rests, signedIn, sizes, step, until } from "./lib.mjs";

const path = `/s/${facts.session.replace(":", "/")}`;
const frames = 60;

/**
 * Scrolls by so many pixels between two frames, as wheels do, and looks at what each frame draws: a hole is one that is there both before the frame is painted,
 * when rows were measured, and after it. What comes from the server between the two is not yet painted.
 */
function scroll({ by, frames }) {
  const scroller = document.querySelector("[role=feed]");
  const times = [];
  const holes = [];
  let unfilled = 0;
  let last;
  let before = [];
  const painted = new MessageChannel();
  return new Promise((done) => {
    painted.port1.onmessage = () => {
      const after = gaps();
      if (before.length > 0 && after.length > 0) holes.push(after[0]);
      if (times.length >= frames) return done({ times, holes, unfilled, nodes: scroller.querySelectorAll("*").length });
      scroller.scrollBy(0, by);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  function frame(now) {
    if (last !== undefined) times.push(now - last);
    last = now;
    const measured = new ResizeObserver(() => {
      before = gaps();
      measured.disconnect();
    });
    measured.observe(scroller);
    painted.port2.postMessage("");
  }
  function gaps() {
    const view = scroller.getBoundingClientRect();
    const rows = [...scroller.querySelectorAll("[aria-posinset]:not([hidden])")];
    const seen = rows.map((row) => ({ row, ...row.getBoundingClientRect().toJSON() })).filter((r) => r.bottom > view.top && r.top < view.bottom);
    if (seen.some((r) => r.row.ariaBusy === "true")) unfilled++;
    const found = [];
    let to = view.top;
    for (const { top, bottom } of [...seen, { top: view.bottom, bottom: view.bottom }]) {
      if (top - to > 1) found.push(`${Math.round(top - to)} px at ${Math.round(to - view.top)}`);
      to = bottom;
    }
    return found;
  }
}

await drive(async (browser) => {
  const page = await step("sign in", () => signedIn(browser));
  for (const size of Object.keys(sizes)) {
    await step(`open at ${size}`, async () => {
      await page.setViewportSize(sizes[size]);
      await page.goto(`${facts.origin}/`);
      await page.goto(`${facts.origin}${path}`);
      await page.getByRole("feed").getByRole("article").first().waitFor();
    });
    await step(`scroll at ${size}`, async () => {
      await page.getByRole("feed").evaluate((feed) => (feed.scrollTop = 0));
      await rests(page);
      for (const by of [60, 400, 3000, -3000]) {
        const { times, holes, unfilled, nodes } = await page.evaluate(scroll, { by, frames });
        log(`${size}, ${by} px a frame: ${quantile(times, 0.5).toFixed(1)} ms in the middle, ${quantile(times, 0.95).toFixed(1)} ms at the 95th of a hundred; ${nodes} elements; ${unfilled} of ${2 * frames} looks find rows that wait for entries`);
        must(holes.length === 0, `at ${by} px a frame there are ${holes.length} holes in ${frames} frames: ${holes.slice(0, 3)}`);
        must(nodes < 3000, `${nodes} elements are on the page`);
      }
    });
    await step(`stay small at ${size}`, async () => {
      const bytes = await heap(page);
      log(`the page holds ${(bytes / 1e6).toFixed(1)} MB`);
      must(bytes < 150e6, `the page holds ${bytes} bytes`);
    });
  }
  await step("show a long text whole", async () => {
    await page.setViewportSize(sizes.desktop);
    await page.goto(`${facts.origin}/`);
    await page.goto(`${facts.origin}${path}#e=${facts.entries - 1}`);
    const left = page.getByText("bytes more are not shown here.");
    await left.first().waitFor();
    await page.getByRole("button", { name: "Show all" }).first().click();
    await page.getByText("and the last of them").first().waitFor();
    must((await left.count()) === 0, "the page still says that a part is left out");
  });
  await step("say how to print it", async () => {
    await page.emulateMedia({ media: "print" });
    const said = await page.evaluate(() => getComputedStyle(document.body, "::before").content);
    await page.emulateMedia({ media: null });
    must(said.includes("export the session as a page"), `in print the page says ${said}`);
  });
  await step("type keys as fast as they come", async () => {
    await page.setViewportSize(sizes.desktop);
    await page.goto(`${facts.origin}/`);
    await page.goto(`${facts.origin}${path}#e=40000`);
    await page.getByText("prompt 40000").first().waitFor();
    // A result has no row of its own: three rows have four entries.
    for (const [keys, fragment] of [["j".repeat(30), "#e=40040"], ["ggjj", "#e=2"], ["k".repeat(2), "#e=0"]]) {
      const written = await page.evaluate(async (keys) => {
        let written = 0;
        const replace = history.replaceState;
        history.replaceState = (...state) => void (written++, replace.apply(history, state));
        for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        await new Promise((later) => setTimeout(later, 2000)); // an endless loop would go on
        delete history.replaceState;
        return written;
      }, keys);
      await until(`${keys} lead to ${fragment}`, async () => (await page.evaluate(() => location.hash)) === fragment);
      must(written <= keys.length, `${keys} write the address ${written} times`);
    }
  });
  await step("open a hit", async () => {
    await page.goto(`${facts.origin}/search?${new URLSearchParams({ q: '"prompt 40000"' })}`);
    const found = page.getByRole("main").getByRole("list").getByRole("link");
    await found.first().click();
    await page.waitForURL(/find=/);
    await page.getByText("prompt 40000").first().waitFor();
    await until("the address names the entry", async () => (await page.evaluate(() => location.hash)) === "#e=40000");
  });
  for (const [name, fragment] of [["its number", "e=40000"], ["its id", "e=0000000b-0000-4000-8000-000000040000"]]) {
    await step(`go to entry 40,000 by ${name}`, async () => {
      await page.setViewportSize(sizes.desktop);
      await page.goto(`${facts.origin}/`);
      let asked = 0;
      const count = (request) => void (asked += request.url().includes("/entries") ? 1 : 0);
      page.on("request", count);
      await page.goto(`${facts.origin}${path}#${fragment}`);
      await page.getByText("prompt 40000").first().waitFor();
      page.off("request", count);
      must(asked <= 6, `${asked} requests for entries find one of ${facts.entries}`);
    });
  }
});
