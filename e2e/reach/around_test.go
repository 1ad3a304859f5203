package reach_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestSessionAndWorkGoAroundACluster has three machines meet at a cluster of three servers. A session of Claude Code
// and work that is not committed go from the laptop to the desk, where the real Codex goes on; the builder drives it
// there, and then has it itself. From there both come home to the laptop: the session goes back into Claude Code as it
// was.
func TestSessionAndWorkGoAroundACluster(t *testing.T) {
	t.Parallel()
	hub, _ := openCluster(t)
	codex := runtest.TurnsOf("codex")
	desk := hub.node("desk", append(runtest.RunsCommand("codex", "cat draft.txt > done.txt"),
		provider.Step{When: codex, Reply: provider.Say("Said to the builder.")})...)
	builder := hub.node("builder", provider.Step{When: codex,
		Reply: provider.Use(runtest.Shell("codex", "echo builder >> done.txt"))},
		provider.Step{When: codex, Reply: provider.Say("Said on the builder.")})
	laptop := hub.machine("laptop")
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	write(t, filepath.Join(laptop.Work, "draft.txt"), "not committed\n")
	before := string(laptop.Read(session.Path))
	for _, g := range []string{"desk", "builder"} {
		sees(t, laptop, g)
	}
	sees(t, builder, "desk")

	there := laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "--on", "desk", "-i", "-p", "Go on.",
		"--allow", "all", "-d")
	runtest.Exits(t, there, 0, "kB have gone to desk")
	first := strings.TrimSpace(there.Stdout)
	x := runtest.OnTerminal(t, builder, wide, "attach", first)
	trusts(t, x)
	x.Sees("It is done by codex.")
	x.SeesReady("codex")
	x.Submits("More.")
	x.Sees("Said to the builder.")
	x.SeesReady("codex")
	detaches(t, x, "builder")

	moved := laptop.Stead("move", first, "--to-node", "builder")
	runtest.Exits(t, moved, 0)
	second := strings.TrimSpace(moved.Stdout)
	if !strings.HasPrefix(second, "builder/") {
		t.Fatalf("it is called %q", second)
	}
	y := runtest.OnTerminal(t, laptop, wide, "attach", second)
	trusts(t, y)
	y.Sees("Said to the builder.")
	y.SeesReady("codex")
	y.Submits("And more.")
	y.Sees("Said on the builder.")
	y.SeesReady("codex")
	detaches(t, y, "laptop")
	runtest.Exits(t, laptop.Stead("stop", second), 0)

	files := runtest.Contents(t, laptop.Work)
	home := laptop.Stead("fetch", second)
	runtest.Exits(t, home, 0)
	runtest.Unchanged(t, files, runtest.Contents(t, laptop.Work))
	if text := runtest.Git(t, laptop, "show", strings.TrimSpace(home.Stdout)+
		":done.txt"); text != "not committed\nbuilder" {
		t.Errorf("what they did is %q", text)
	}
	back := filepath.Join(laptop.Dir, "back.jsonl")
	runtest.Exits(t, laptop.Stead("session", "convert", "run:"+strings.TrimPrefix(second, "builder/"), "--to", "claude",
		"-o", back), 0)
	after := read(t, back)
	if !strings.HasPrefix(after, before) {
		t.Errorf("of %d bytes it goes back as %d others", len(before), len(after))
	}
	for _, want := range []string{"Go on.", "Said to the builder.", "And more.", "Said on the builder."} {
		// Claude Code also notes the last prompt
		if n := strings.Count(after, `"content":"`+want) + strings.Count(after, `"text":"`+want); n != 1 {
			t.Errorf("%q stands there %d times:\n%s", want, n, after)
		}
	}
	runtest.Exits(t, laptop.Stead("rm", first), 0)
	for _, id := range desk.Processes() {
		_ = syscall.Kill(id, syscall.SIGKILL)
	}
	runtest.Exits(t, laptop.Stead("fetch", second), 0,
		"all is here, but desk, where the work was before, does not know it")
	runtest.Exits(t, laptop.Stead("rm", second), 0)
}

// TestContestOnACluster has the real Codex work on three machines at once that meet at a cluster. What one of them has
// made goes on here.
func TestContestOnACluster(t *testing.T) {
	t.Parallel()
	hub, _ := openCluster(t)
	hub.node("desk", runtest.RunsCommand("codex", "echo right > answer.txt")...)
	hub.node("builder", runtest.RunsCommand("codex", "echo wrong > answer.txt")...)
	laptop := hub.machine("laptop", append(runtest.RunsCommand("codex", "echo wrong > answer.txt"),
		provider.Steps(provider.Say("I go on here."))...)...)
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	for _, g := range []string{"desk", "builder"} {
		sees(t, laptop, g)
	}
	runtest.Exits(t, laptop.Stead("ab", "-p", runtest.Prompt, "--from", session.Ref(), "--with",
		"codex,codex@desk,codex@builder", "--parallel", "3", "--check", "grep right answer.txt"), 0)
	var right string
	for _, one := range contested(t, laptop) {
		if one.State != "done" || one.Files != 1 || one.Succeeded != (one.Machine == "desk") {
			t.Errorf("%+v", one)
		}
		if one.Succeeded {
			right = one.Name
		}
	}
	picked := laptop.Stead("ab", "pick", right)
	runtest.Exits(t, picked, 0)
	if text := read(t, filepath.Join(laptop.Work, "answer.txt")); text != "right\n" {
		t.Errorf("its work is %q", text)
	}
	runtest.Exits(t, laptop.Stead("run", "--from", "desk/latest", "--to", "codex", "-p", "Go on.", "--cwd", laptop.Work),
		0)
	turns := laptop.Turns()
	if told := runtest.Conversation(laptop, "codex", turns[len(turns)-1]); !strings.Contains(told,
		"What is in this project?") || !strings.Contains(told, "It is done by codex.") {
		t.Errorf("the model was told\n%s", told)
	}
}
