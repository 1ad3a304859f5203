// Package serve holds the verb that serves sessions and runs over HTTP.
package serve

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"stead/browser/guard"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
)

// defaultAddress is always the same, so that programs find the server again.
const defaultAddress = "127.0.0.1:7750"

// auditName is the file, in the state folder, to which acts are appended.
const auditName = "audit.jsonl"

type options struct {
	version     string // stead's
	api         bool
	readOnly    bool
	address     string
	certificate guard.Certificate
}

// Commands returns the verb. Version is stead's.
func Commands(p *setup.Process, version string) []*cobra.Command {
	o := options{version: version}
	c := &cobra.Command{
		Use: "serve --api", Short: "Serve sessions and runs over HTTP", Args: cobra.NoArgs,
		Long: "serve answers programs over HTTP until it is interrupted: what sessions and runs there are, what is in them, and what changes. It starts\n" +
			"runs, sends to them, stops them and makes forks, unless --read-only is given. docs/api.md has examples. A caller needs a cookie and a key, for which it trades the token that is printed here: it counts once, for a minute; Enter prints\n" +
			"another one. Only this machine is served unless --listen says otherwise, which needs TLS: a certificate that names the host or address that\n" +
			"others use, and that they trust, as a phone does only after you have installed it there. " + auditName + " in the state folder has a line for each act.",
		Example: "  stead serve --api\n" +
			"  stead serve --api --listen 127.0.0.1:0   any free port\n" +
			"  stead serve --api --read-only            look, and change nothing\n" +
			"  stead serve --api --listen 0.0.0.0:7750 --tls-cert desk.pem --tls-key desk.key",
		RunE: func(c *cobra.Command, _ []string) error { return serve(c.Context(), p, o) },
	}
	set := c.Flags()
	set.BoolVar(&o.api, "api", false, "serve the API")
	set.BoolVar(&o.readOnly, "read-only", false, "serve nothing that starts, ends or makes anything")
	set.StringVar(&o.address, "listen", defaultAddress, "listen at this `ADDRESS`")
	set.StringVar(&o.certificate.File, "tls-cert", "", "the certificate with its chain, a `FILE` of PEM")
	set.StringVar(&o.certificate.Key, "tls-key", "", "the certificate's private key, a `FILE` of PEM")
	c.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	return []*cobra.Command{c}
}

func serve(ctx context.Context, p *setup.Process, o options) error {
	if !o.api {
		return failure.Usagef("serve must be told what to serve: --api")
	}
	for _, path := range []*string{&o.certificate.File, &o.certificate.Key} {
		if *path != "" {
			*path = p.Path(*path)
		}
	}
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	l, place, err := guard.Listen(ctx, o.address, o.certificate)
	if errors.Is(err, guard.ErrNeedsTLS) {
		return failure.Usage(needsTLS{err})
	}
	if err != nil {
		return err
	}
	return serveAt(ctx, p, s, o, l, place)
}

// phone is what a phone needs.
const phone = "a phone must trust the certificate: make it for the address or the name that the phone will use, and install the authority that has signed it there"

// needsTLS is the error of an address that others reach without a certificate.
type needsTLS struct{ error }

// Unwrap returns guard.ErrNeedsTLS with the address.
func (e needsTLS) Unwrap() error { return e.error }

// Hint says what to do.
func (needsTLS) Hint() string { return "--tls-cert and --tls-key name its files; " + phone }

// serveAt serves at a place until ctx is done. It closes the listener.
func serveAt(ctx context.Context, p *setup.Process, s *setup.Setup, o options, l net.Listener, place guard.Place) error {
	failed := reporter(p)
	audit, end, err := guard.OpenAudit(filepath.Join(s.Config.Folders.State, auditName), failed)
	if err != nil {
		return err
	}
	defer end() //nolint:errcheck // each line was written
	ctx, stop := context.WithCancel(ctx)
	w := newWork(p, s, o, place, audit)
	defer w.close()
	defer stop()
	w.watch(ctx, failed)
	w.greet(ctx)
	return guard.Serve(ctx, l, w.handler)
}

// reporter returns what tells the user about errors: one that comes again and again, once.
func reporter(p *setup.Process) func(error) {
	var telling sync.Mutex
	last := ""
	return func(err error) {
		telling.Lock()
		defer telling.Unlock()
		if text := err.Error(); text != last {
			last = text
			p.Term.Note("%v", err)
		}
	}
}
