package agents

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"stead/agents/mcp"
	"stead/catalog/index"
	"stead/catalog/search"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/inject/redaction"
	"stead/memory/knowledge/learnt"
)

// tokenVariable is the environment variable with the token that clients over HTTP must know.
const tokenVariable = "STEAD_MCP_TOKEN"

func mcpCommand(p *setup.Process, version string) *cobra.Command {
	var address string
	c := &cobra.Command{
		Use: "mcp", Short: "Serve the sessions of all CLIs to agents (MCP)", Args: cobra.NoArgs,
		Long: "mcp is a server of the Model Context Protocol: an agent in one CLI lists, searches and reads the sessions of all of them, and asks what of a\n" +
			"session another CLI would receive. It only reads; secrets are masked (setting redact). CLIs start it themselves, in the project's folder, and\n" +
			"talk to it over standard input and output: `stead mcp install CLI` tells them to.",
		Example: "  stead mcp install codex           let Codex use it\n" +
			"  stead mcp --http 127.0.0.1:7777   serve over HTTP; clients need the token",
		RunE: func(c *cobra.Command, _ []string) error { return serve(c.Context(), p, version, address) },
	}
	c.Flags().StringVar(&address, "http", "", "serve over HTTP at this `ADDRESS` of the loopback interface; the token is that of "+tokenVariable+", or printed")
	c.AddCommand(installCommand(p))
	return c
}

func serve(ctx context.Context, p *setup.Process, version, address string) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	o := mcp.Options{
		Version: version, Resolve: s.Catalog.Resolve, List: s.Lister().List, Folder: p.Folder(), Mask: mask(s), Now: s.Host.Now,
		Search: searching(s), Knowledge: func(ctx context.Context, q learnt.Query) ([]learnt.Piece, error) { return knowledge(ctx, s, q) },
		HandOver: func(ctx context.Context, reference, to string) (string, error) {
			return handOver(ctx, p, s, reference, to)
		},
	}
	if address == "" {
		return mcp.Serve(ctx, o, &sdk.IOTransport{Reader: p.Term.In, Writer: p.Term.Out})
	}
	listener, err := mcp.Listen(ctx, address)
	if err != nil {
		return err
	}
	token := p.Getenv(tokenVariable)
	if token == "" {
		token = rand.Text()
		p.Term.Note("the token of this server: %s", token)
	}
	p.Term.Note("serving sessions at http://%s/", listener.Addr())
	return mcp.ServeHTTP(ctx, o, listener, token)
}

// readingTime is how long a search waits for sessions that are new to the index: the first time there may be gigabytes.
const readingTime = 40 * time.Second

// searching returns what searches the index, which it brings up to date before. It opens it when it is asked first: most agents only list.
func searching(s *setup.Setup) func(context.Context, search.Query, int) (search.Result, error) {
	open := sync.OnceValues(func() (*index.Index, error) { return s.Index(context.Background()) })
	return func(ctx context.Context, q search.Query, limit int) (search.Result, error) {
		x, err := open()
		if err != nil {
			return search.Result{}, err
		}
		reading, stop := context.WithTimeout(ctx, readingTime)
		found, err := s.Searcher(x).Fresh(reading, q, limit, nil)
		stop()
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return found, err
		}
		found, err = s.Searcher(x).Search(ctx, q, limit)
		found.Warnings = append(found.Warnings, errors.New("not all sessions could be read in time: search again for what is missing"))
		return found, err
	}
}

// knowledge reads what was learnt. There may be none.
func knowledge(ctx context.Context, s *setup.Setup, q learnt.Query) ([]learnt.Piece, error) {
	org, err := learnt.Open(s.Config.MemoryFolder())
	if err != nil || org == nil {
		return nil, err
	}
	defer org.Close() //nolint:errcheck // it was only read
	q.Tenant = s.Config.Memory.Tenant
	return learnt.Read(ctx, org, q)
}

// mask takes the secrets out of texts: whoever asks may be a CLI of another vendor.
func mask(s *setup.Setup) func(string) string {
	if policy := redaction.Policy(s.Config.Redact).Unasked(); !policy.IsOn() {
		return func(text string) string { return text }
	}
	secrets := s.Secrets()
	return func(text string) string { return redaction.MaskText(secrets, text) }
}

// handOver says what of a session would arrive in another CLI.
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
