package mcp

import (
	"context"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stead/catalog/memory"
	"stead/catalog/memory/recall"
)

// prompted returns the text of a prompt.
func prompted(t *testing.T, c *sdk.ClientSession, name string, arguments map[string]string) (string, error) {
	t.Helper()
	r, err := c.GetPrompt(context.Background(), &sdk.GetPromptParams{Name: name, Arguments: arguments})
	if err != nil {
		return "", err
	}
	text := r.Messages[0].Content.(*sdk.TextContent).Text
	if len(r.Messages) != 1 || len(text) > 40_000 || strings.Contains(text, secret) || !strings.Contains(text, "data") {
		t.Errorf("%s is %d messages, %d bytes:\n%.300s", name, len(r.Messages), len(text), text)
	}
	return text, nil
}

func TestAPromptHoldsTheEndOfASession(t *testing.T) {
	c := client(t, machine(t))
	text, err := prompted(t, c, "continue_from", map[string]string{"session": " claude:" + longID + "\n"})
	if err != nil || !strings.Contains(text, "question-58") || strings.Contains(text, "question-57") {
		t.Errorf("it is\n%.600s\n%v", text, err)
	}
	for reference, want := range map[string]string{"": "not a reference", "./file.jsonl": "not a reference",
		"claude:ffff": "no session id begins with this"} {
		if _, err := prompted(t, c, "continue_from", map[string]string{"session": reference}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", reference, err)
		}
	}
}

func TestAPromptHoldsWhatWasDecided(t *testing.T) {
	o := machine(t)
	knowledge := o.Knowledge
	var asked recall.Query
	o.Knowledge = func(ctx context.Context, q recall.Query) ([]recall.Piece, error) {
		if asked = q; len(q.Words) > 0 {
			return nil, nil
		}
		return knowledge(ctx, q)
	}
	c := client(t, o)
	text, err := prompted(t, c, "what_was_decided", nil)
	if err != nil || !strings.Contains(text, "piece-0 with [redacted]") || !strings.Contains(text, "more: the tool knowledge") ||
		asked.Project != here || len(asked.Kinds) != 1 || asked.Kinds[0] != memory.DecisionKind {
		t.Errorf("asked for %+v it is\n%.600s\n%v", asked, text, err)
	}
	if _, err := prompted(t, c, "what_was_decided", map[string]string{"about": "sqlite locks"}); err == nil ||
		!strings.Contains(err.Error(), "stead session extract") || len(asked.Words) != 2 {
		t.Errorf("of nothing it is %v, asked for %q", err, asked.Words)
	}
}
