package runtest

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/fixtures"
)

// Showing is how each CLI is brought to show its states.
var Showing = map[string]struct {
	// asks makes it ask before it runs a tool: a text of its configuration, by its path below the home, and what takes its place. Files are
	// what that needs beside.
	File, free, asks string
	files            map[string]string
	// call is one for which it asks, and about what stead says of that; allows are the keys that permit it.
	call          provider.ToolCall
	About, Allows string
	// refused is what a plan that is used up is told to be, on the terminal; failed what failures are told to be of which a headless run ends.
	Refused string
	Failed  map[provider.Fault]string
}{
	"claude": {
		File: ".claude/settings.json", free: `"bypassPermissions"`, asks: `"default"`,
		call:  provider.ToolCall{Tool: "Bash", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
		About: "Bash: touch made.txt", Allows: "1",
		Refused: "limited throttle", // by an API key, which has no plan
		Failed:  map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Credit: "limited credit", provider.Context: "failed context"},
	},
	"codex": {
		File: ".codex/config.toml", free: "\"never\"\nsandbox_mode = \"danger-full-access\"", asks: "\"on-request\"\nsandbox_mode = \"read-only\"",
		call:  provider.ToolCall{Tool: "exec_command", Arguments: `{"cmd":"touch made.txt","sandbox_permissions":"require_escalated","justification":"To make it."}`},
		About: "exec_command: touch made.txt", Allows: "y",
		Refused: "limited usage",
		Failed:  map[provider.Fault]string{provider.UsageLimit: "limited usage", provider.Auth: "limited auth", provider.Cut: "limited network"},
	},
	"opencode": {
		File: ".config/opencode/opencode.json", free: `{"*": "allow"}`, asks: `{"bash": "ask"}`,
		call:  provider.ToolCall{Tool: "bash", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
		About: "bash: touch made.txt", Allows: "\r",
		Refused: "limited usage",
		Failed:  map[provider.Fault]string{provider.Auth: "limited auth", provider.Credit: "limited credit"},
	},
	"gemini": {
		File: ".gemini/settings.json", free: `"allowed": ["run_shell_command"]`, asks: `"allowed": []`,
		call:  provider.ToolCall{Tool: "run_shell_command", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
		About: "Shell: touch made.txt", Allows: "\r",
		Refused: "limited usage",
		Failed:  map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth", provider.Context: "failed context"},
	},
	"kimi": {
		File: ".kimi-code/config.toml", free: `"yolo"`, asks: `"manual"`,
		call:  provider.ToolCall{Tool: "Bash", Arguments: `{"command":"touch made.txt"}`},
		About: "Bash: touch made.txt", Allows: "\r",
		Refused: "limited throttle", // in the words of a provider that Kimi Code does not know
		Failed:  map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth", provider.Cut: "limited network"},
	},
	"qwen": {
		File: ".qwen/settings.json", free: `"yolo"`, asks: `"default"`,
		call:  provider.ToolCall{Tool: "run_shell_command", Arguments: `{"command":"touch made.txt","description":"Make a file"}`},
		About: "run_shell_command: touch made.txt", Allows: "1",
		Refused: "working throttle", // it does not say that it waits for two hours
		Failed:  map[provider.Fault]string{provider.Auth: "limited auth", provider.Credit: "limited credit", provider.Cut: "limited network"},
	},
	"pi": { // the CLI itself asks nothing
		File: ".pi/agent/settings.json", free: `"defaultProvider"`, asks: `"extensions": ["./gate.js"], "defaultProvider"`,
		files: map[string]string{".pi/agent/gate.js": `export default (pi) => pi.on("tool_call", async (event, ctx) => {
			if (!(await ctx.ui.confirm("Run it?", event.input.command))) return { block: true };
		});`},
		call:  provider.ToolCall{Tool: "bash", Arguments: `{"command":"touch made.txt"}`},
		About: "Run it?", Allows: "\r",
		Refused: "limited usage",
		Failed:  map[provider.Fault]string{provider.Overloaded: "limited overloaded", provider.Auth: "limited auth", provider.Context: "failed context"},
	},
}

// StateLine is a run's state as one line: what it is, and by which limit.
func (r Record) StateLine() string {
	if r.Limit == nil {
		return string(r.State)
	}
	return fmt.Sprintf("%s %s", r.State, r.Limit.Kind)
}

// starting is how long a CLI may take to its first request on a machine that has much else to do: OpenCode needs 20 seconds there.
const starting = 90 * time.Second

// ComesTo waits for a state of the only run.
func ComesTo(t *testing.T, g *harness.Environment, state string) Record {
	t.Helper()
	for limit := time.Now().Add(starting); time.Now().Before(limit); time.Sleep(5 * time.Millisecond) {
		if all := Records(t, g); len(all) == 1 && all[0].StateLine() == state {
			return all[0]
		}
	}
	t.Fatalf("the run never came to the state %s; it is %s", state, OnlyRecord(t, g).StateLine())
	return Record{}
}

// Configured puts another text in the place of one in a CLI's configuration, a file below the home.
func Configured(t *testing.T, g *harness.Environment, file, before, after string) {
	t.Helper()
	path := filepath.Join(g.Dir, file)
	content := g.Read(path)
	if !bytes.Contains(content, []byte(before)) {
		t.Fatalf("%s does not contain %s", path, before)
	}
	fixtures.Put(t, path, bytes.ReplaceAll(content, []byte(before), []byte(after)))
}

// AsksFirst changes a CLI's configuration so that it asks before it runs a tool.
func AsksFirst(t *testing.T, g *harness.Environment, cli string) {
	t.Helper()
	how := Showing[cli]
	Configured(t, g, how.File, how.free, how.asks)
	for name, content := range how.files {
		fixtures.Put(t, filepath.Join(g.Dir, name), []byte(content))
	}
}
