// Package serve implements the verb serve, which serves sessions and runs over HTTP.
package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"path/filepath"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/failed"
	"stead/ui/api/guard"
)

// defaultAddress is fixed, so that programs find the server again.
const defaultAddress = "127.0.0.1:7750"

// auditName is the file, in the state folder, to which acts are appended.
const auditName = "audit.jsonl"

type options struct {
	version     string // of stead
	api         bool   // only the API, without pages
	noOpen      bool
	signOut     bool // sign out all browsers that have signed in before
	readOnly    bool
	phone       bool // for a phone, with a QR code
	address     string
	isGiven     bool         // the user has named the address
	machine     string       // the machine whose sessions and runs are shown; empty for this one
	on          *http.Client // the client for that machine
	certificate guard.Certificate
}

// Commands returns the verb. Version is that of stead.
func Commands(p *setup.Process, version string) []*cobra.Command {
	o := options{version: version}
	c := &cobra.Command{
		Use: "serve", Short: "Show sessions and runs in a browser, and serve them over HTTP", Args: flags.NoArgs,
		Long: "serve shows all sessions and runs of this machine in a browser, until it is interrupted: one reads, searches and compares them, watches runs,\n" +
			"answers what they ask, and starts others, unless --read-only is given. What is on your other machines stands among them. It prints the address\n" +
			"with a token, which signs one browser in within a minute, and opens it where there is a desktop. Enter prints another one. A browser stays\n" +
			"signed in for 30 days, also when the server is started anew, until --sign-out.\n\n" +
			"Programs use the API below /api/v1, which docs/api.md describes; --api serves that alone. A caller trades the token for a cookie and a key.\n\n" +
			"--phone serves a phone, and draws the address as a QR code: by the name of this machine in its tailnet, if Tailscale gives certificates for it,\n" +
			"or else in the local network, with a certificate of stead's own, about which the phone warns once.\n\n" +
			"Only this machine is served unless --listen says otherwise, which needs TLS: a certificate that names the host or address that others use, and\n" +
			"that they trust, as a phone does only after you have installed it there. " + auditName +
			" in the state folder has a line for each act.",
		Example: "  stead serve\n" +
			"  stead serve --listen 127.0.0.1:0         any free port\n" +
			"  stead serve --read-only                  look, and change nothing\n" +
			"  stead serve --phone                      for a phone: scan the QR code\n" +
			"  stead serve --api                        for programs alone\n" +
			"  stead serve --on desk                    show another of your machines\n" +
			"  stead serve --listen 0.0.0.0:7750 --tls-cert desk.pem --tls-key desk.key",
		RunE: func(c *cobra.Command, _ []string) error {
			o.isGiven = c.Flags().Changed("listen")
			return serve(c.Context(), p, o)
		},
	}
	set := c.Flags()
	set.BoolVar(&o.api, "api", false, "serve the API alone, without pages")
	set.BoolVar(&o.noOpen, "no-open", false, "open no browser")
	set.BoolVar(&o.signOut, "sign-out", false, "sign out all browsers that have signed in before")
	set.BoolVar(&o.phone, "phone", false, "serve a phone, and draw the address as a QR code")
	set.BoolVar(&o.readOnly, "read-only", false, "serve nothing that starts, ends or makes anything")
	set.StringVar(&o.machine, "on", "", "show what is on your machine of this `NAME`")
	set.StringVar(&o.address, "listen", defaultAddress, "listen at this `ADDRESS`")
	set.StringVar(&o.certificate.File, "tls-cert", "", "the certificate with its chain, a `FILE` of PEM")
	set.StringVar(&o.certificate.Key, "tls-key", "", "the certificate's private key, a `FILE` of PEM")
	flags.Exclude(c, "on", "read-only")
	flags.Exclude(c, "phone", "api")
	return []*cobra.Command{c}
}

func serve(ctx context.Context, p *setup.Process, o options) error {
	if (o.certificate.File == "") != (o.certificate.Key == "") {
		return failure.Usagef("--tls-cert and --tls-key need each other")
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
	if o.machine != "" && o.machine != machines.Here {
		h, err := machines.Connect(ctx, p)
		if err != nil {
			return err
		}
		defer h.Close()
		if o.on, err = h.Client(o.machine); err != nil {
			return err
		}
		defer o.on.CloseIdleConnections()
	}
	if o.phone {
		notes, err := o.forPhone(ctx, p, s, o.isGiven)
		if err != nil {
			return err
		}
		for _, note := range notes {
			p.Term.Err.Note("%s", note)
		}
	}
	l, place, err := guard.Listen(ctx, o.address, o.certificate)
	if errors.Is(err, guard.ErrNeedsTLS) {
		return failure.Usage(needsTLS{err})
	}
	if failed.HasTaker(err) {
		return inUse{err}
	}
	if err != nil {
		return err
	}
	return serveAt(ctx, p, s, o, l, place)
}

// trust is the note about certificates for phones.
const trust = "a phone must trust the certificate: make it for the address or the name that the phone will use, and install the authority that has signed it there"

// inUse is the error of an address at which another program listens.
type inUse struct{ error }

// Unwrap returns the system's error.
func (e inUse) Unwrap() error { return e.error }

// Hint says what to do.
func (inUse) Hint() string {
	return "another program listens there, perhaps another stead serve; --listen 127.0.0.1:0 takes any free port"
}

// needsTLS is the error of an address that other machines can reach, without a certificate.
type needsTLS struct{ error }

// Unwrap returns guard.ErrNeedsTLS with the address.
func (e needsTLS) Unwrap() error { return e.error }

// Hint says what to do.
func (needsTLS) Hint() string { return "--tls-cert and --tls-key name its files; " + trust }

// serveAt serves at a place until ctx is done. It closes the listener.
func serveAt(ctx context.Context, p *setup.Process, s *setup.Setup, o options, l net.Listener,
	place guard.Place) error {
	failed := p.Term.Err.Reporter()
	audit, end, err := guard.OpenAudit(filepath.Join(s.Config.Folders.State, auditName), failed)
	if err != nil {
		return err
	}
	defer end() //nolint:errcheck // each line was written
	w, err := newWork(p, s, o, place, audit)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer w.close()
	defer stop()
	w.watch(ctx, failed)
	defer w.greet(ctx, o)()
	return guard.Serve(ctx, l, w.handler)
}
