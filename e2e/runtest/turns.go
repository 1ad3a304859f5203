package runtest

import (
	"fmt"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// TurnsOf returns a function that matches the turns of a CLI that has its own dialect.
func TurnsOf(cli string) func(provider.Request) bool {
	return func(r provider.Request) bool { return r.Dialect == harness.Of(cli).Dialect }
}

// RunsCommand returns the steps in which a contestant runs a command and answers.
func RunsCommand(cli, command string) []provider.Step {
	return []provider.Step{
		{When: TurnsOf(cli), Reply: provider.Use(Shell(cli, command))},
		{When: TurnsOf(cli), Reply: provider.Say("It is done by " + cli + ".")},
	}
}

// StopsAt returns a CLI's part of a run that a limit ends in the middle of a tool loop: the CLI calls a tool, and is
// then refused.
func StopsAt(cli string, number int, fault provider.Fault) []provider.Step {
	return append(Hop(cli, number)[:1], provider.Steps(provider.Refuse(fault))...)
}

// WorksWithTools returns steps in which the model calls three tools in each turn, and then answers.
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

// Shell returns a call of the tool with which a CLI runs a command.
func Shell(cli, command string) provider.ToolCall { return harness.Of(cli).Tools.Run(command) }

// MakesAFile returns a turn's first answer, which calls a tool.
func MakesAFile(cli string) provider.Step {
	reply := provider.Use(harness.Of(cli).Permission.Call)
	reply.Text = "I make a file."
	return provider.Step{Reply: reply}
}

// Hop returns one turn in a CLI: a tool call that really runs, and an answer. A number distinguishes it from others.
func Hop(cli string, number int) []provider.Step {
	return provider.Steps(
		provider.Reply{Text: fmt.Sprintf("Hop %d looks.", number),
			Calls: []provider.ToolCall{Shell(cli, fmt.Sprintf("echo ran-%d", number))}},
		provider.Say(fmt.Sprintf("Hop %d is done.", number)),
	)
}

// HopPrompt returns a prompt without a word that is a number: opencode run 1.18.33 stumbles over those.
func HopPrompt(number int) string { return fmt.Sprintf("Prompt of hop-%d.", number) }
