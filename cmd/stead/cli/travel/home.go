package travel

import (
	"context"

	"github.com/google/uuid"

	"stead/adapters"
	"stead/catalog/listing"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/inject/redaction"
	"stead/orchestrator/ab"
	"stead/orchestrator/exchange"
	"stead/orchestrator/source"
	"stead/orchestrator/travel"
	"stead/reach/remote"
	"stead/runs"
	"stead/writers"
)

// homeOf puts together what sessions leave and come to.
func homeOf(p *setup.Process, s *setup.Setup) travel.Home {
	return travel.Home{
		Data: s.Config.Folders.Data, State: s.Config.Folders.State, Lease: s.Config.Reach.Lease,
		Sources: source.Finder{Catalog: s.Catalog, Runs: s.Runs, Host: s.Host},
		Folders: func(ctx context.Context) ([]string, error) { return Folders(ctx, s) },
		Leaving: func(cli string) exchange.Leaving { return leaving(s, cli) },
		Import:  importer{s}.bring,
		Connect: func(ctx context.Context) (*remote.Hub, error) { return machines.Connect(ctx, p) },
		User:    user{p.Term},
	}
}

// Folders returns the folders of this machine's sessions.
func Folders(ctx context.Context, s *setup.Setup) (all []string, err error) {
	found, err := s.Lister().List(ctx, listing.Query{})
	for _, r := range found.Rows {
		if f := r.Folder(); f != "" {
			all = append(all, f)
		}
	}
	return all, err
}

// leaving masks sessions that continue in a CLI elsewhere, as the user's settings say.
func leaving(s *setup.Setup, cli string) exchange.Leaving {
	as := exchange.Leaving{Vendor: adapters.VendorOf, Redaction: redaction.Policy(s.Config.Redact), Secrets: s.Secrets()}
	if a := adapters.Named(cli); a.Reader != nil {
		as.Target = a.Reader.Info()
	}
	return as
}

// importer brings sessions into the stores of their CLIs.
type importer struct{ s *setup.Setup }

func (i importer) bring(ctx context.Context, session runs.Session, dir string,
	open travel.Open) (writers.Receipt, error) {
	a := adapters.Named(session.CLI)
	if a.Writer == nil || a.Driver == nil {
		return writers.Receipt{}, nil
	}
	stream, err := open(ctx)
	if err != nil {
		return writers.Receipt{}, err
	}
	return exchange.Import{
		Reader: a.Reader, Writer: a.Writer, Driver: a.Driver, Host: i.s.Host, Find: i.s.Find, Dir: dir, ID: session.ID,
		NewID: uuid.NewString, Vendor: adapters.VendorOf, Redaction: redaction.Off, Secrets: i.s.Secrets(),
	}.Deliver(ctx, stream)
}

// user tells the user on the terminal what happens.
type user struct{ *term.Terminal }

// Note implements [travel.User].
func (u user) Note(text string) { u.Err.Note("%s", text) }

// Messages implements [travel.User].
func (u user) Messages(lines []string) { u.Err.Messages(lines) }

// Masked implements [travel.User].
func (u user) Masked(secrets writers.Secrets) {
	if len(secrets.Masked) > 0 { // otherwise they stood in records alone
		u.Err.Messages(report.Secrets(secrets))
	}
	u.Err.Note(
		"that was masked before the session left; the records that held it stay here, so what comes back does not fit them byte for byte (--redact=off sends all as it is)")
}

// Elsewhere has contestants, and steps of chains, work on the user's other machines.
type Elsewhere = travel.Elsewhere

// NewElsewhere connects to nothing yet. The connection ends with the command.
func NewElsewhere(p *setup.Process, s *setup.Setup) *Elsewhere {
	e := travel.NewElsewhere(homeOf(p, s))
	p.OnClose(e.Close)
	return e
}

// Contests holds contests on this machine and on the user's others. Alongside is as of [setup.Setup.Contests].
func Contests(s *setup.Setup, elsewhere *Elsewhere, alongside setup.Alongside) *ab.Runner {
	runner := s.Contests(alongside)
	runner.Elsewhere = elsewhere
	return runner
}
