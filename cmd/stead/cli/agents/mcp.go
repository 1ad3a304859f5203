package agents

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/inject"
	"stead/ui/mcp"
)

// tokenVariable is the environment variable with the token for clients over HTTP.
const tokenVariable = "STEAD_MCP_TOKEN"

// shortestToken is the minimum length of a token in characters, so that it cannot be guessed.
const shortestToken = 16

func mcpCommand(p *setup.Process, version string) *cobra.Command {
	var address string
	c := &cobra.Command{
		Use: "mcp", Short: "Serve the sessions of all CLIs to agents (MCP)", Args: flags.NoArgs,
		Long: "mcp is a server of the Model Context Protocol: an agent in one CLI lists, searches and reads the sessions of all of them, and asks what of a\n" +
			"session another CLI would receive. It only reads; secrets are masked (setting redact). CLIs start it themselves, in the project's folder, and\n" +
			"talk to it over standard input and output: `stead mcp install CLI` tells them to.",
		Example: "  stead mcp install codex           let Codex use it\n" +
			"  stead mcp --http 127.0.0.1:7777   serve over HTTP; clients need the token",
		RunE: func(c *cobra.Command, _ []string) error { return serve(c.Context(), p, version, address) },
	}
	c.Flags().StringVar(&address, "http", "",
		"serve over HTTP at this `ADDRESS` of the loopback interface; the token is that of "+tokenVariable+", or printed")
	c.AddCommand(installCommand(p))
	return c
}

func serve(ctx context.Context, p *setup.Process, version, address string) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	live := &liveIndex{s: s, ctx: ctx}
	defer live.watching.Wait()
	defer stop()
	o := mcp.Options{
		Version: version, Resolve: s.Catalog.ResolveStored, List: s.Lister().List, Folder: p.Folder(), Mask: s.Mask(),
		Now:    s.Host.Now,
		Search: live.search, Spellings: spellings, Knowledge: s.Knowledge,
		HandOver: func(ctx context.Context, reference, to string) (string, error) {
			return handOver(ctx, p, s, reference, to)
		},
	}
	if address == "" {
		return mcp.Serve(ctx, o, &sdk.IOTransport{Reader: p.Term.In, Writer: p.Term.Out})
	}
	token := p.Getenv(tokenVariable)
	if token != "" && len(token) < shortestToken {
		return failure.Usagef("the token in %s is too short: use at least %d characters, or leave it to stead",
			tokenVariable, shortestToken)
	}
	listener, err := mcp.Listen(ctx, address)
	if errors.Is(err, mcp.ErrNotLocal) || errors.Is(err, mcp.ErrAddress) {
		return failure.Usage(err)
	}
	if err != nil {
		return err
	}
	if token == "" {
		token = rand.Text()
		p.Term.Err.Note("the token of this server: %s", token)
	}
	p.Term.Err.Note("serving sessions at http://%s/", listener.Addr())
	return mcp.ServeHTTP(ctx, o, listener, token)
}

// spellings returns the names that CLIs give to a tool of the server.
func spellings(tool string) []string {
	var names []string
	for _, d := range adapters.Drivers() {
		if installer, ok := d.(inject.MCPInstaller); ok {
			names = append(names, installer.MCPTool(serverName, tool))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// handOver reports what of a session would arrive in another CLI.
func handOver(ctx context.Context, p *setup.Process, s *setup.Setup, reference, to string) (string, error) {
	o := flags.Run{DryRun: true}
	o.Request.From, o.Request.To = reference, to
	r, err := o.Resolve(ctx, p, s)
	if err != nil {
		return "", err
	}
	plan, err := s.Orchestrator().Rehearse(ctx, r)
	if err != nil {
		return "", err
	}
	return strings.Join(report.PlanLines(p, plan), "\n"), nil
}
