// A shorter walk, by a phone in the light.
import { drive, facts, goTo, rests, signedIn, step, until } from "./lib.mjs";
import { sessionPath } from "./pages.mjs";

await drive(async (browser) => {
  const page = await step("sign in", () => signedIn(browser, { size: "phone", theme: "light" }));
  const list = page.getByRole("list", { name: "Sessions" });

  await step("back returns to the same row", async () => {
    await list.getByRole("link").first().waitFor();
    await rests(page);
    await list.evaluate((rows) => (rows.scrollTop = 432));
    await rests(page);
    const at = await list.evaluate((rows) => rows.scrollTop);
    await list.getByRole("link").nth(14).tap();
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await list.waitFor({ state: "hidden" }); // it has no room beside a session
    await page.getByRole("link", { name: "Back to the sessions" }).tap();
    await list.waitFor();
    await until("the list is where it was", async () => (await list.evaluate((rows) => rows.scrollTop)) === at);
  });

  await step("open and choose what to do", async () => {
    await goTo(page, sessionPath(facts.sessions[0]));
    await page.getByRole("button", { name: "What can be done with this session" }).tap();
    await page.getByRole("menuitem", { name: /Fork here/ }).tap();
    await page.getByRole("dialog").getByText("Arrives").waitFor();
    await page.getByRole("button", { name: "Close" }).tap();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});
