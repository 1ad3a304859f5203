package source

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/timeline"
)

// turnsOutline is a summary of turns.
type turnsOutline struct {
	entries, thoughts int
	turns             []turnOutline
	files, commands   []string
	failed            int
}

// turnOutline is a turn: its prompt, and its last answer.
type turnOutline struct{ prompt, answer string }

// Bounds of a summary. Longer content is cut and marked as cut.
const (
	toldText     = 4 << 10
	toldCommands = 40
)

func outline(ctx context.Context, s timeline.Stream) (*turnsOutline, error) {
	t := &turnsOutline{}
	err := s.Each(ctx, func(e *timeline.Entry) error { t.see(e); return nil })
	return t, err
}

func (t *turnsOutline) see(e *timeline.Entry) {
	t.entries++
	if !e.Thinking.IsBlank() {
		t.thoughts++
	}
	if e.StartsTurn() || len(t.turns) == 0 {
		t.turns = append(t.turns, turnOutline{})
	}
	last := &t.turns[len(t.turns)-1]
	switch {
	case e.StartsTurn():
		last.prompt = headOf(e.Content)
	case e.Type == timeline.Assistant && !e.Content.IsBlank():
		last.answer = headOf(e.Content)
	case e.Type == timeline.ToolCall:
		t.call(e)
	case e.Type == timeline.ToolResult && !e.Success:
		t.failed++
	}
}

func headOf(text timeline.Text) string {
	head := strings.TrimSpace(strings.ToValidUTF8(text.Head(toldText), ""))
	if text.Len() > toldText {
		head += " [...]"
	}
	return head
}

func (t *turnsOutline) call(e *timeline.Entry) {
	var input struct{ Path, Command, Patch string }
	_ = json.Unmarshal(e.Input, &input) // arguments of another form are ignored
	switch e.Tool {
	case timeline.Write, timeline.Edit:
		t.changed(input.Path)
		for path := range timeline.PatchedFiles(input.Patch) {
			t.changed(path)
		}
	case timeline.Bash:
		t.commands = append(t.commands, strings.TrimSpace(input.Command))
	}
}

func (t *turnsOutline) changed(path string) {
	if path != "" && !slices.Contains(t.files, path) {
		t.files = append(t.files, path)
	}
}

// summary returns the text that is brought back in place of the turns. Rules make it, not a model.
func (t *turnsOutline) summary(fork branchOff, now time.Time) *timeline.Entry {
	var b strings.Builder
	fmt.Fprintf(&b, "In a fork of this session, %s, the following was done (turns: %d).\n", fork.session.Reference(),
		len(t.turns))
	for i, turn := range t.turns {
		fmt.Fprintf(&b, "\nTurn %d\n", i+1)
		if turn.prompt != "" {
			fmt.Fprintf(&b, "Asked: %s\n", turn.prompt)
		}
		if turn.answer != "" {
			fmt.Fprintf(&b, "Answered: %s\n", turn.answer)
		}
	}
	list(&b, "Files changed", t.files)
	list(&b, "Commands run", t.commands)
	if t.failed > 0 {
		fmt.Fprintf(&b, "\nCalls that failed: %d\n", t.failed)
	}
	return &timeline.Entry{
		ID: "merge-" + fork.session.ID, Timestamp: now.UTC().Format(time.RFC3339), Type: timeline.User,
		Content: timeline.NewText(b.String()),
	}
}

func list(b *strings.Builder, title string, items []string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	for i, item := range items {
		if i == toldCommands {
			fmt.Fprintf(b, "- and %d more\n", len(items)-i)
			return
		}
		fmt.Fprintf(b, "- %s\n", item)
	}
}
