// One person's afternoon with the pages, at a desk.
import { ask, drive, facts, goTo, heap, log, must, rests, signedIn, sizes, step, until } from "./lib.mjs";
import { examine } from "./examine.mjs";
import { sessionPath } from "./pages.mjs";

const here = sessionPath(facts.session);
const title = /Fix the bug in main\.py/;

/** What the first page weighs over the network, without what the API says. */
const weight = () =>
  [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
    .filter((e) => !new URL(e.name).pathname.startsWith("/api/"))
    .reduce((sum, e) => sum + e.encodedBodySize, 0);

const firstPaint = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;

/** Examines what only shows while a run is at work. */
async function examineAtBothSizes(page, name) {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await rests(page);
    await examine(page, name, size);
  }
  await page.setViewportSize(sizes.desktop);
}

/** What stands on the terminal of the page. */
const screen = (page) => page.locator(".xterm-rows").innerText();

await drive(async (browser) => {
  const page = await step("sign in", () => signedIn(browser));
  const dialog = page.getByRole("dialog");
  const row = page.getByRole("link", { name: title }).first();
  const list = page.getByRole("list", { name: "Sessions" });

  await step("list", async () => {
    await row.waitFor();
    must(!page.url().includes("token"), "the token is still in the address");
    await rests(page);
    const [bytes, paint] = [await page.evaluate(weight), await page.evaluate(firstPaint)];
    log(`the first page has ${(bytes / 1024).toFixed(1)} KB and is painted after ${paint?.toFixed(0)} ms`);
    must(bytes > 10_000 && bytes <= 80 * 1024, `the first page has ${bytes} bytes`);
    must(paint < 5000, `the first page is painted after ${paint} ms`);
  });

  await step("filter", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("calc");
    await page.getByRole("link", { name: /fix the add function/ }).waitFor();
    await row.waitFor({ state: "detached" });
    must(page.url().endsWith("?q=calc"), `the address of the filtered list is ${page.url()}`);
    await page.getByRole("searchbox").first().fill("");
    await row.waitFor();
  });

  await step("back returns to the same row", async () => {
    await list.evaluate((rows) => (rows.scrollTop = 333));
    await rests(page);
    const at = await list.evaluate((rows) => rows.scrollTop);
    const seen = list.getByRole("link").nth(20);
    const name = await seen.innerText();
    await seen.click();
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.goBack();
    await page.getByText("Choose a session.").waitFor();
    await until("the list is where it was", async () => (await list.evaluate((rows) => rows.scrollTop)) === at);
    await list.getByRole("link").filter({ hasText: name.split("\n").at(-1) }).first().waitFor();
    await list.evaluate((rows) => (rows.scrollTop = 0));
  });

  await step("open and read", async () => {
    await row.click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByText("ran it, and wrote NOTES.md").first().waitFor();
  });

  await step("find", async () => {
    await page.getByRole("feed").focus();
    await page.keyboard.press("/");
    const find = page.getByRole("searchbox", { name: "Find in this session" });
    await find.fill("NOTES");
    await page.getByRole("status").filter({ hasText: /^1 of \d+$/ }).waitFor();
    await find.press("Escape");
  });

  await step("search", async () => {
    await goTo(page, "/search?q=NOTES");
    const found = page.getByRole("main").getByRole("listitem").getByRole("link");
    await found.first().click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByRole("status").filter({ hasText: /^\d+ of \d+$/ }).waitFor(); // the word is marked
    await until("the tab has the session's title", async () => title.test(await page.title()));
  });

  await step("continue in the background", async () => {
    await page.goto(facts.origin + here); // no entry is chosen then: all of the session goes on
    await page.getByRole("feed").waitFor();
    await page.keyboard.press("c");
    await dialog.getByRole("radio", { name: /^Codex/ }).check();
    await dialog.getByText("Arrives").waitFor();
    await dialog.getByRole("textbox", { name: "Prompt" }).fill("Make the file.");
    await dialog.getByRole("checkbox", { name: /Wait for more/ }).check();
    await dialog.getByRole("button", { name: "In the background" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  const question = await step("answer what the run asks, once", async () => {
    await goTo(page, "/");
    const card = page.getByRole("region", { name: "Needs you" }).getByRole("article");
    await card.getByText("touch made.txt").waitFor();
    await until("the title tells of the question", async () => (await page.title()).startsWith("(1)"));
    const asked = await ask("question");
    await examineAtBothSizes(page, "a question");
    await card.getByRole("button", { name: /whole request/i }).click();
    await dialog.getByText("touch made.txt").first().waitFor();
    await examineAtBothSizes(page, "the whole request");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await goTo(page, "/stats");
    await page.keyboard.press("!");
    await page.waitForURL(/\/r\//);
    await page.getByRole("heading", { level: 1, name: "Make the file." }).waitFor();
    await goTo(page, "/");
    await card.getByRole("button", { name: "Allow once" }).click();
    await card.getByText(/Allowed once by you/).waitFor();
    await until("made.txt is made", async () => (await ask("file", "made.txt")) !== null);
    const second = await ask("answer", `${asked.run} ${asked.id}`);
    must(second === 409, `the second answer is ${second}`);
    return asked;
  });
  const run = `/r/${question.run}`;

  await step("watch", async () => {
    await goTo(page, "/runs");
    await page.getByRole("article", { name: /codex/ }).first().getByRole("link", { name: /Make the file/ }).click();
    await until("the answer is on the terminal", async () => (await screen(page)).includes("It is made."));
    await page.getByRole("button", { name: "Take keyboard" }).click();
    await examineAtBothSizes(page, "a live terminal");
    await page.getByRole("button", { name: "Give the keyboard back" }).click();
    await page.getByRole("button", { name: "Take keyboard" }).waitFor();
  });

  await step("see what it has changed", async () => {
    const beside = page.getByRole("navigation", { name: "Runs of today" });
    await beside.getByRole("link", { name: /Make the file/ }).waitFor();
    await page.getByRole("link", { name: "Changes" }).click();
    await page.getByRole("heading", { level: 3, name: /made\.txt/ }).waitFor();
    await examineAtBothSizes(page, "the changes of a run");
    await ask("make", "later.txt"); // the page looks again by itself
    await page.getByRole("heading", { level: 3, name: /later\.txt/ }).waitFor();
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Take keyboard" }).waitFor();
  });

  await step("stop", async () => {
    await page.getByRole("button", { name: "Stop" }).click();
    await dialog.getByRole("button", { name: /Stop|End/ }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
  });

  await step("replay", async () => {
    await goTo(page, `${run}/replay`);
    const time = page.getByRole("slider", { name: "Time" });
    const { x, y, width, height } = await time.boundingBox();
    await page.mouse.click(x + width * 0.02, y + height / 2);
    await until("the beginning is shown", async () => !(await screen(page)).includes("It is made."));
    await page.mouse.click(x + width - 2, y + height / 2);
    await until("the end is shown", async () => (await screen(page)).includes("It is made."));
    await examineAtBothSizes(page, "a replay at its end");
  });

  await step("compare", async () => {
    await goTo(page, here);
    await page.keyboard.press("m");
    await goTo(page, sessionPath(`run:${question.run}`));
    await page.keyboard.press("=");
    await page.getByText(/the same/).first().waitFor();
    await page.getByText("It is made.").first().waitFor();
  });

  await step("let two CLIs do the same, and pick one", async () => {
    await goTo(page, here, "b");
    await dialog.getByRole("combobox", { name: "CLI 1" }).selectOption("claude");
    await dialog.getByRole("combobox", { name: "CLI 2" }).selectOption("codex");
    await dialog.getByRole("textbox", { name: "Prompt" }).fill("Write the answer.");
    await dialog.getByRole("textbox", { name: "Check" }).fill("grep by answer.txt");
    await dialog.getByRole("button", { name: /^Start/ }).click();
    const board = page.getByRole("table", { name: "Contestants" });
    await board.getByText("✓ passed").nth(1).waitFor();
    await page.getByRole("group", { name: "Changed lines" }).getByText("by claude").waitFor();
    await board.getByRole("row", { name: /^claude/ }).getByRole("button", { name: "Pick" }).click();
    await dialog.getByRole("button", { name: "Pick claude" }).click();
    await page.getByText("claude was picked", { exact: false }).first().waitFor();
    await until("the work is in the folder", async () => (await ask("file", "answer.txt")) === "by claude\n");
  });

  await step("edit a copy, and start it", async () => {
    await goTo(page, here);
    await page.keyboard.press("e");
    await page.waitForURL(/\/edit\//);
    const entries = page.getByRole("region", { name: "Entries" });
    await entries.getByText("ran it, and wrote NOTES.md").first().waitFor();
    await page.keyboard.press("Shift+G");
    await entries.getByRole("button", { name: "Drop", exact: true }).click();
    await page.getByRole("region", { name: "Difference to the original" }).getByText("wrote NOTES.md").first().waitFor();
    await page.getByRole("button", { name: "Start in" }).click();
    await dialog.getByRole("radio", { name: /^Codex/ }).check();
    await dialog.getByText("Arrives").waitFor();
    await dialog.getByRole("textbox", { name: "Prompt" }).fill("Go on.");
    // Codex would first ask whether it may trust the new folder.
    await dialog.getByRole("checkbox", { name: /Wait for more/ }).uncheck();
    await dialog.getByRole("checkbox", { name: /git worktree/ }).check();
    const started = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/drafts/"));
    await dialog.getByRole("button", { name: /^Start/ }).click();
    must((await started).postDataJSON().worktree === true, "the run has no worktree");
    await page.getByRole("heading", { level: 1, name: "Go on." }).waitFor();
    await page.getByText("done").first().waitFor();
    await page.keyboard.press("Shift+G"); // the page of a run that has ended begins at its beginning
    await page.getByText("It goes on without the rest.").first().waitFor();
  });

  await step("approve a step of a chain", async () => {
    await goTo(page, here, "h");
    for (const [n, prompt] of ["Plan it.", "Build it."].entries()) {
      await dialog.getByRole("combobox", { name: "CLI" }).nth(n).selectOption("codex");
      await dialog.getByRole("textbox", { name: "Prompt" }).nth(n).fill(prompt);
    }
    await dialog.getByRole("checkbox", { name: /Wait for my approval/ }).nth(1).check();
    await dialog.getByRole("button", { name: /^Start/ }).click();
    const approve = page.getByRole("region", { name: "Waits for you" }).getByRole("button", { name: "Approve" });
    await approve.waitFor();
    await examineAtBothSizes(page, "a gate");
    await approve.click();
    await page.getByText("The work.").first().waitFor();
  });

  await step("go on in another CLI, in the same terminal", async () => {
    await goTo(page, run);
    await page.getByRole("button", { name: "Resume" }).click();
    await dialog.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Switch…" }).click();
    await dialog.getByRole("radio", { name: /^Claude/ }).check();
    await dialog.getByText("Arrives").waitFor();
    await examineAtBothSizes(page, "a switch");
    await dialog.getByRole("button", { name: /^Switch/ }).click();
    await page.getByText(/codex→claude/).first().waitFor();
    await goTo(page, `${run}/terminal`);
    await until("Claude Code shows the conversation", async () => (await screen(page)).includes("It is made."));
    await page.getByRole("button", { name: "Stop" }).click();
    await dialog.getByRole("button", { name: /Stop|End/ }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
  });

  await step("stay small", async () => {
    const bytes = await heap(page);
    log(`the page holds ${(bytes / 1e6).toFixed(1)} MB`);
    must(bytes < 150e6, `the page holds ${bytes} bytes`);
  });
});
