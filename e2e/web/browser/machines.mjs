// What is on two machines, at one desk and then on a phone.
import { ask, drive, expected, must, rests, signedIn, sizes, step, until } from "./lib.mjs";
import { examine } from "./examine.mjs";

async function examineAtBothSizes(page, name) {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await rests(page);
    await examine(page, name, size);
  }
  await page.setViewportSize(sizes.desktop);
}

await drive(async (browser) => {
  const page = await step("sign in", () => signedIn(browser));
  const list = page.getByRole("list", { name: "Sessions" });
  const theirs = list.getByRole("link", { name: /desk.*What is in this project/ }).first();
  const card = page.getByRole("region", { name: "Needs you" }).getByRole("article");

  await step("both machines are listed", async () => {
    await theirs.waitFor();
    await list.getByRole("link", { name: /fix the add function/ }).waitFor();
    await page.getByRole("navigation", { name: "Other machines" }).getByRole("link", { name: "desk" }).waitFor();
    await card.getByText("touch made.txt").waitFor();
    await examineAtBothSizes(page, "together");
  });

  await step("the runs of both are on the board", async () => {
    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByRole("region", { name: "Waits" }).getByText("desk", { exact: true }).first().waitFor();
    await examineAtBothSizes(page, "runs together");
    await page.goBack();
  });

  await step("a question of the desk is answered from here", async () => {
    await card.getByRole("button", { name: "Allow once" }).click();
    await until("the file is made on the desk", () => ask("is made"));
  });

  await step("a session of the desk is read through this server", async () => {
    await theirs.click();
    await page.getByRole("heading", { level: 1 }).getByText(/./).waitFor();
    await page.getByRole("feed").getByRole("article").first().waitFor();
    must(new URL(page.url()).pathname.startsWith("/on/desk/s/"), `its address is ${page.url()}`);
    await page.getByRole("link", { name: "Details" }).click();
    must(new URL(page.url()).pathname.startsWith("/on/desk/s/"), `the address of its details is ${page.url()}`);
    await examineAtBothSizes(page, "on the desk");
  });

  await step("its run is watched", async () => {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Runs" }).click();
    await page.getByRole("link", { name: "Watch" }).click();
    await until("the answer is on the terminal", async () => (await page.locator(".xterm-rows").innerText()).includes("It is made."));
    must(new URL(page.url()).pathname.startsWith("/on/desk/r/"), `its address is ${page.url()}`);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /Stop/ }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
  });

  await step("back to all machines", async () => {
    await page.getByRole("link", { name: "on desk" }).click();
    await list.getByRole("link", { name: /fix the add function/ }).waitFor();
    must(new URL(page.url()).pathname === "/", `the address is ${page.url()}`);
    await theirs.waitFor();
  });

  await step("the desk goes", async () => {
    await ask("end the desk");
    await page.getByText(/desk: away, last seen/).waitFor();
    const left = list.getByRole("link", { name: /desk, away.*What is in this project/ }).first();
    await left.waitFor();
    await examineAtBothSizes(page, "away");
    await page.getByRole("link", { name: "Runs" }).click();
    const ended = page.getByRole("region", { name: "Ended today" }).getByRole("article").filter({ hasText: "desk, away" });
    await ended.first().waitFor();
    must((await ended.getByRole("link").count()) === (await ended.count()), "a run of a machine that is away has acts");
    await examineAtBothSizes(page, "runs away");
    await page.goBack();
    expected.add("status of 502"); // which the page tells
    await left.click();
    await page.getByText(/desk is away/).first().waitFor();
    await examineAtBothSizes(page, "a session that is away");
  });
});
