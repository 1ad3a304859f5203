package e2e_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/fixtures"
	"stead/signals"
)

// showing is how each CLI is brought to show its states.
var showing = map[string]struct {
	// asks makes it ask before it runs a tool: a text of its configuration, by its path below the home, and what takes its place. Files are
	// what that needs beside.
	file, free, asks string
	files            map[string]string
	// call is one for which it asks, and about what stead says of that; allows are the keys that permit it.
	call          provider.ToolCall
	about, allows string
	// refused is what a plan that is used up is told to be, on the terminal; failed what failures are told to be of which a headless run ends.
	refused string
	failed  map[provider.Fault]string
}{
	"claude": {
		file: ".claude/settings.json", free: `"bypassPermissions"`, asks: `"default"`,
		call:  provider.ToolCall{Tool: "Bash", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
		about: "Bash: touch made.txt", allows: "1",
		refused: "limited throttle", // by an API key, which has no plan
		failed:  map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Credit: "limited credit", provider.Context: "failed context"},
	},
	"codex": {
		file: ".codex/config.toml", free: "\"never\"\nsandbox_mode = \"danger-full-access\"", asks: "\"on-request\"\nsandbox_mode = \"read-only\"",
		call:  provider.ToolCall{Tool: "exec_command", Arguments: `{"cmd":"touch made.txt","sandbox_permissions":"require_escalated","justification":"To make it."}`},
		about: "exec_command: touch made.txt", allows: "y",
		refused: "limited usage",
		failed:  map[provider.Fault]string{provider.UsageLimit: "limited usage", provider.Auth: "limited auth", provider.Cut: "limited network"},
	},
	"opencode": {
		file: ".config/opencode/opencode.json", free: `{"*": "allow"}`, asks: `{"bash": "ask"}`,
		call:  provider.ToolCall{Tool: "bash", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
		about: "bash: touch made.txt", allows: "\r",
		refused: "limited usage",
		failed:  map[provider.Fault]string{provider.Auth: "limited auth", provider.Credit: "limited credit"},
	},
	"gemini": {
		file: ".gemini/settings.json", free: `"allowed": ["run_shell_command"]`, asks: `"allowed": []`,
		call:  provider.ToolCall{Tool: "run_shell_command", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
		about: "Shell: touch made.txt", allows: "\r",
		refused: "limited usage",
		failed:  map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth", provider.Context: "failed context"},
	},
	"kimi": {
		file: ".kimi-code/config.toml", free: `"yolo"`, asks: `"manual"`,
		call:  provider.ToolCall{Tool: "Bash", Arguments: `{"command":"touch made.txt"}`},
		about: "Bash: touch made.txt", allows: "\r",
		refused: "limited throttle", // in the words of a provider that Kimi Code does not know
		failed:  map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth", provider.Cut: "limited network"},
	},
	"qwen": {
		file: ".qwen/settings.json", free: `"yolo"`, asks: `"default"`,
		call:  provider.ToolCall{Tool: "run_shell_command", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
		about: "run_shell_command: touch made.txt", allows: "1",
		refused: "working throttle", // it does not say that it waits for two hours
		failed:  map[provider.Fault]string{provider.Auth: "limited auth", provider.Credit: "limited credit", provider.Cut: "limited network"},
	},
	"pi": { // the CLI itself asks nothing
		file: ".pi/agent/settings.json", free: `"defaultProvider"`, asks: `"extensions": ["./gate.js"], "defaultProvider"`,
		files: map[string]string{".pi/agent/gate.js": `export default (pi) => pi.on("tool_call", async (event, ctx) => {
			if (!(await ctx.ui.confirm("Run it?", event.input.command))) return { block: true };
		});`},
		call:  provider.ToolCall{Tool: "bash", Arguments: `{"command":"touch made.txt"}`},
		about: "Run it?", allows: "\r",
		refused: "limited usage",
		failed:  map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth", provider.Context: "failed context"},
	},
}

// state is a run's state as one line: what it is, and by which limit.
func (r record) state() string {
	if r.Limit == nil {
		return string(r.State)
	}
	return fmt.Sprintf("%s %s", r.State, r.Limit.Kind)
}

// starting is how long a CLI may take to its first request on a machine that has much else to do: OpenCode needs 20 seconds there.
const starting = 90 * time.Second

// comesTo waits for a state of the only run.
func comesTo(t *testing.T, g *harness.Environment, state string) record {
	t.Helper()
	for limit := time.Now().Add(starting); time.Now().Before(limit); time.Sleep(5 * time.Millisecond) {
		if all := records(t, g); len(all) == 1 && all[0].state() == state {
			return all[0]
		}
	}
	t.Fatalf("the run never came to the state %s; it is %s", state, onlyRecord(t, g).state())
	return record{}
}

// configured puts another text in the place of one in a CLI's configuration, a file below the home.
func configured(t *testing.T, g *harness.Environment, file, before, after string) {
	t.Helper()
	path := filepath.Join(g.Dir, file)
	content := g.Read(path)
	if !bytes.Contains(content, []byte(before)) {
		t.Fatalf("%s does not contain %s", path, before)
	}
	fixtures.Put(t, path, bytes.ReplaceAll(content, []byte(before), []byte(after)))
}

// asking changes a CLI's configuration so that it asks before it runs a tool.
func asking(t *testing.T, g *harness.Environment, cli string) {
	t.Helper()
	how := showing[cli]
	configured(t, g, how.file, how.free, how.asks)
	for name, content := range how.files {
		fixtures.Put(t, filepath.Join(g.Dir, name), []byte(content))
	}
}

// working is a turn's first answer, which calls a tool.
func working(cli string) provider.Step {
	reply := provider.Use(showing[cli].call)
	reply.Text = "I make a file."
	return provider.Step{Reply: reply}
}

// allows gives the permission. A key that comes before the question is drawn is lost on some CLIs, and is pressed again.
func allows(t *testing.T, g *harness.Environment, x *terminal, keys string) {
	t.Helper()
	for range 5 {
		x.keys(keys)
		for limit := time.Now().Add(time.Second); time.Now().Before(limit); time.Sleep(5 * time.Millisecond) {
			if onlyRecord(t, g).State != signals.Permission {
				return
			}
		}
	}
	t.Fatal("the permission is not taken")
}

// TestStatesOfATurnAreSeen sees a CLI ask for a permission, and for what; go on when it has it; and end its turn.
func TestStatesOfATurnAreSeen(t *testing.T) {
	for cli, how := range showing {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			hold := provider.NewHold()
			g := harness.New(t, working(cli), provider.Step{Reply: provider.Reply{Text: "It is made.", Hold: hold}})
			session := into(g, cli)
			asking(t, g, cli)
			mindRuns(t, g)
			x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", cli, "-i", "-p", prompt)
			comesTo(t, g, string(signals.Permission))
			eventually(t, "what it asks for: "+how.about, func() bool { return onlyRecord(t, g).About == how.about })
			allows(t, g, x, how.allows)
			reached(t, g, hold)
			comesTo(t, g, string(signals.Working))
			hold.Release()
			comesTo(t, g, string(signals.Input))
			leaves(t, g, x, cli)
			if got := onlyRecord(t, g).state(); got != string(signals.Done) {
				t.Errorf("the state at the end is %s", got)
			}
		})
	}
}

// TestRefusalIsSeenOnTheTerminal has the service refuse in the middle of a turn, for two hours.
func TestRefusalIsSeenOnTheTerminal(t *testing.T) {
	for cli, how := range showing {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			refusal := provider.Refuse(provider.UsageLimit)
			refusal.RetryAfter = 2 * time.Hour
			g := harness.New(t, working(cli), provider.Step{Reply: refusal, Always: true})
			session := into(g, cli)
			mindRuns(t, g)
			onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", cli, "-i", "-p", prompt)
			if run := comesTo(t, g, how.refused); run.State == signals.Limited && run.About == "" {
				t.Error("it is not told why")
			}
		})
	}
}

// TestFailureEndsAHeadlessRun has the service fail in the middle of a turn.
func TestFailureEndsAHeadlessRun(t *testing.T) {
	for cli, how := range showing {
		for fault, want := range how.failed {
			t.Run(fmt.Sprintf("%s/%s", cli, fault), func(t *testing.T) {
				t.Parallel()
				g := harness.New(t, working(cli), provider.Step{Reply: provider.Refuse(fault), Always: true})
				session := into(g, cli)
				g.Stead("run", "--from", session.Ref(), "--to", cli, "--headless", "-p", prompt)
				run := onlyRecord(t, g)
				if run.state() != want || run.About == "" {
					t.Errorf("%s, about %q, want %s", run.state(), run.About, want)
				}
			})
		}
	}
}

// TestPermissionForASubagentIsSeen has a sub-agent ask, of which nothing stands in the session that is followed.
func TestPermissionForASubagentIsSeen(t *testing.T) {
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(
		provider.Use(provider.ToolCall{Tool: "Agent", Arguments: `{"prompt":"Remove it.","description":"Remove","subagent_type":"coder"}`}),
		provider.Use(provider.ToolCall{Tool: "Bash", Arguments: `{"command":"rm -rf made.txt"}`}),
		provider.Reply{Text: "It is gone.", Hold: hold}, provider.Say("All is done."),
	)...)
	session := into(g, "kimi")
	mindRuns(t, g)
	x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", "kimi", "-i", "-p", prompt)
	if run := comesTo(t, g, string(signals.Permission)); run.About != "Bash: rm -rf made.txt" {
		t.Errorf("it asks for %q", run.About)
	}
	allows(t, g, x, "\r")
	reached(t, g, hold)
	comesTo(t, g, string(signals.Working))
	hold.Release()
	comesTo(t, g, string(signals.Input))
	leaves(t, g, x, "kimi")
}
