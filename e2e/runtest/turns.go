package runtest

import (
	"fmt"
	"path/filepath"

	"stead/e2e/provider"
)

// contestants are CLIs of which each speaks an API of its own, by which the provider tells them apart.
var contestants = map[string]string{"claude": "anthropic", "codex": "responses", "gemini": "gemini", "opencode": "chat"}

// TurnsOf matches the turns of a contestant.
func TurnsOf(cli string) func(provider.Request) bool {
	return func(r provider.Request) bool { return r.Dialect == contestants[cli] }
}

// RunsCommand has a contestant run a command and answer.
func RunsCommand(cli, command string) []provider.Step {
	return []provider.Step{
		{When: TurnsOf(cli), Reply: provider.Use(Shell(cli, command))},
		{When: TurnsOf(cli), Reply: provider.Say("It is done by " + cli + ".")},
	}
}

// Own is how each CLI's tool is called that writes a file, and which CLI a session that it began goes on in. It is resumed in the CLI itself where
// that has begun it; where it was given one it is resumed as any that stead has written.
var Own = map[string]struct {
	Write   func(path string) provider.ToolCall
	Next    string
	Resumed bool
}{
	"claude":   {writes("Write", "file_path"), "codex", true},
	"codex":    {patches, "pi", true},
	"opencode": {writes("write", "filePath"), "pi", false},
	"gemini":   {writes("write_file", "file_path"), "pi", true},
	"kimi":     {writes("Write", "path"), "codex", false},
	"qwen":     {writes("write_file", "file_path"), "codex", true},
	"pi":       {writes("write", "path"), "codex", false},
}

func writes(tool, argument string) func(string) provider.ToolCall {
	return func(path string) provider.ToolCall {
		return provider.ToolCall{Tool: tool, Arguments: fmt.Sprintf(`{%q:%q,"content":"by a tool"}`, argument, path)}
	}
}

func patches(path string) provider.ToolCall {
	return provider.ToolCall{Tool: "apply_patch", Input: "*** Begin Patch\n*** Add File: " + filepath.Base(path) + "\n+by a tool\n*** End Patch"}
}

// StopsAt is a CLI's part of a run that a limit ends in the middle of a tool loop: it works with a tool, and is refused then.
func StopsAt(cli string, number int, fault provider.Fault) []provider.Step {
	return append(Hop(cli, number)[:1], provider.Steps(provider.Refuse(fault))...)
}

// WorksWithTools has the model call three tools in each turn, and then answer.
func WorksWithTools(target string) []provider.Step {
	few := func(r provider.Request) bool {
		results := 0
		for _, item := range r.Conversation() {
			switch {
			case item.Role == "user" && item.Kind == provider.Text && !item.Harness:
				results = 0
			case item.Kind == provider.Result:
				results++
			}
		}
		return results < 3
	}
	return []provider.Step{
		{When: few, Reply: Hop(target, 1)[0].Reply, Always: true},
		{Reply: provider.Say("It goes on."), Always: true},
	}
}

// Shell is a call of the tool by which a CLI runs a command.
func Shell(cli, command string) provider.ToolCall {
	form := map[string][2]string{
		"claude":   {"Bash", `{"command":%q,"description":"Try"}`},
		"codex":    {"exec_command", `{"cmd":%q}`},
		"opencode": {"bash", `{"command":%q,"description":"Try"}`},
		"gemini":   {"run_shell_command", `{"command":%q,"description":"Try"}`},
		"kimi":     {"Bash", `{"command":%q}`},
		"qwen":     {"run_shell_command", `{"command":%q,"description":"Try","is_background":false}`},
		"pi":       {"bash", `{"command":%q}`},
	}[cli]
	return provider.ToolCall{Tool: form[0], Arguments: fmt.Sprintf(form[1], command)}
}

// MakesAFile is a turn's first answer, which calls a tool.
func MakesAFile(cli string) provider.Step {
	reply := provider.Use(Showing[cli].call)
	reply.Text = "I make a file."
	return provider.Step{Reply: reply}
}

// Hop is one turn in a CLI: a tool call that really runs, and an answer, told from others by a number.
func Hop(cli string, number int) []provider.Step {
	return provider.Steps(
		provider.Reply{Text: fmt.Sprintf("Hop %d looks.", number), Calls: []provider.ToolCall{Shell(cli, fmt.Sprintf("echo ran-%d", number))}},
		provider.Say(fmt.Sprintf("Hop %d is done.", number)),
	)
}

// HopPrompt has no word that is a number: opencode run 1.18.33 stumbles over those.
func HopPrompt(number int) string { return fmt.Sprintf("Prompt of hop-%d.", number) }
