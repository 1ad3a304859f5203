package mcp

import (
	"context"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stead/internal/sys/process"
)

var handOverTool = sdk.Tool{
	Name: "hand_over", Title: "Prepare a hand-over",
	Description: "Say what of a session would arrive if another AI coding CLI continued it (its history and memory: how much is delivered, converted or lost), " +
		"and the command that continues it there. It starts nothing: run the command, or give it to the user.",
}

type handOverInput struct {
	Session string `json:"session" jsonschema:"the session to continue, by its reference: codex:7f3a91c0, claude:latest, claude:. for the newest of this project"`
	To      string `json:"to" jsonschema:"the CLI that is to continue it, such as claude or codex"`
}

func (s *server) handOver(ctx context.Context, in handOverInput) (string, error) {
	source, err := s.find(ctx, in.Session)
	if err != nil {
		return "", err
	}
	lines, err := s.HandOver(ctx, source.Reference(), in.To)
	if err != nil {
		return "", err
	}
	command := fmt.Sprintf("stead run --from %s --to %s", process.ShellWord(source.Reference()), process.ShellWord(in.To))
	return fmt.Sprintf(
		"Nothing was started. This would arrive:\n%s\nTo continue it there:\n  %s                  in a terminal\n"+
			"  %s -p 'PROMPT'      headless; the answer is printed\n", s.Mask(lines), command, command), nil
}
