// Command demo continues a recorded Claude Code session in the real Codex, against a model on the loopback interface
// that answers by script, in a temporary home. It prints what was delivered, what the model received and what it
// answered.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

const prompt = "Which bug did we fix, and what is still to do?"

// project is the folder as the recorded session left it.
var project = map[string]string{
	"main.py":  "def add(a, b):\n    return a + b\n\nif __name__ == \"__main__\":\n    print(add(2, 3))\n",
	"NOTES.md": "# Notes\n- fixed add\n",
}

// answers are the model's: it looks at a file, then replies.
var answers = provider.Steps(
	provider.Use(provider.ToolCall{Tool: "exec_command", Arguments: `{"cmd":"cat NOTES.md"}`}),
	provider.Say("We fixed add in main.py: it subtracted where it should add. The task \"Add tests\" is still open."),
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	model, err := provider.Start(answers...)
	if err != nil {
		return err
	}
	defer func() { _ = model.Close() }()
	folder, err := os.MkdirTemp("", "stead-demo-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	home, err := harness.NewHome(folder, model.URL())
	if err != nil {
		return err
	}
	session, err := prepare(home)
	if err != nil {
		return err
	}
	if err := carry(ctx, home, session); err != nil {
		return err
	}
	return showRequest(home, model)
}

// prepare lays out the project and the recorded session.
func prepare(home *harness.Home) (harness.Session, error) {
	for name, content := range project {
		if err := os.WriteFile(filepath.Join(home.Work, name), []byte(content), 0o600); err != nil {
			return harness.Session{}, err
		}
	}
	session, err := home.Place("claude", "tools")
	if err != nil {
		return harness.Session{}, err
	}
	heading("A Claude Code session, as it was recorded")
	fmt.Printf("%s\nin %s\n", session.Ref(), home.Work)
	return session, nil
}

// carry runs stead: the answer arrives on its standard output, what was
// carried on its standard error.
func carry(ctx context.Context, home *harness.Home, session harness.Session) error {
	stead, err := harness.SteadBinary()
	if err != nil {
		return err
	}
	heading(fmt.Sprintf("stead run --from %s --to codex -p %q", session.Ref(), prompt))
	result, err := home.Run(ctx, stead, "run", "--from", session.Ref(), "--to", "codex", "-p", prompt)
	if err != nil {
		return err
	}
	fmt.Printf("%s\n%s", result.Stderr, result.Stdout)
	if result.Code != 0 {
		return fmt.Errorf("stead ended with exit code %d", result.Code)
	}
	return nil
}

// showRequest prints the first request of the conversation, without what
// Codex says there by itself.
func showRequest(home *harness.Home, model *provider.Provider) error {
	turns := model.Turns()
	if len(turns) == 0 {
		return fmt.Errorf("no request has reached the model")
	}
	items := turns[0].Conversation()
	heading("What the real Codex sent to the model")
	for _, item := range items {
		fmt.Println(shortened(strings.ReplaceAll(item.String(), home.Work, ".")))
	}
	if got := turns[0].Prompt(); got != prompt {
		return fmt.Errorf("the last prompt that the model received is %q", got)
	}
	if len(items) < 2 {
		return fmt.Errorf("the model received the prompt and nothing of the session")
	}
	return nil
}

func heading(text string) { fmt.Printf("\n== %s\n", text) }

// shortened keeps a line within a terminal.
func shortened(line string) string {
	const width = 150
	if runes := []rune(line); len(runes) > width {
		return string(runes[:width-3]) + "..."
	}
	return line
}
