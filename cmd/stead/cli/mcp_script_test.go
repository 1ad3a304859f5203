package cli

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// asks has an agent ask "stead mcp": asks TOOL [ARGUMENTS]. Its answer is the standard output.
func asks(ts *testscript.TestScript, fails bool, args []string) {
	ctx := context.Background()
	own, _, _ := strings.Cut(ts.Getenv("PATH"), ":")
	command := exec.Command(own+"/stead", "mcp")
	command.Dir = ts.Getenv("WORK")
	for _, name := range []string{"HOME", "PATH", "TZ"} {
		command.Env = append(command.Env, name+"="+ts.Getenv(name))
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx,
		&sdk.CommandTransport{Command: command}, nil)
	ts.Check(err)
	defer session.Close()
	call := &sdk.CallToolParams{Name: args[0]}
	if len(args) > 1 {
		call.Arguments = jsonText(args[1])
	}
	answer, err := session.CallTool(ctx, call)
	ts.Check(err)
	for _, part := range answer.Content {
		_, err = fmt.Fprintln(ts.Stdout(), part.(*sdk.TextContent).Text)
		ts.Check(err)
	}
	if answer.IsError != fails {
		ts.Fatalf("the tool's error: %t", answer.IsError)
	}
}

type jsonText string

// MarshalJSON returns the text, which is JSON.
func (t jsonText) MarshalJSON() ([]byte, error) { return []byte(t), nil }
