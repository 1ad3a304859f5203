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

// handOverOutput is the answer as data.
type handOverOutput struct {
	About   string `json:"about"`
	Command string `json:"command" jsonschema:"starts the session in the other CLI, in a terminal; with -p 'PROMPT' headless"`
	Report  string `json:"report" jsonschema:"what would arrive, in lines for people"`
}

func (s *server) handOver(ctx context.Context, in handOverInput) (text string, out handOverOutput, err error) {
	source, err := s.find(ctx, in.Session)
	if err != nil {
		return "", out, err
	}
	lines, err := s.HandOver(ctx, source.Reference(), in.To)
	if err != nil {
		return "", out, err
	}
	command := fmt.Sprintf("stead run --from %s --to %s", process.ShellWord(source.Reference()), process.ShellWord(in.To))
	out = handOverOutput{About: "Nothing was started. This would arrive:", Command: command, Report: s.Mask(lines)}
	return fmt.Sprintf(
		"%s\n%s\nTo continue it there:\n  %s                  in a terminal\n"+
			"  %s -p 'PROMPT'      headless; the answer is printed\n", out.About, out.Report, command, command), out, nil
}
