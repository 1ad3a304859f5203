// Package serve implements the program stead-hub: it runs a hub in the foreground until a signal arrives.
package serve

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	"stead/internal/term/plain"
	"stead/reach/hub"
	"stead/reach/layout"
	"stead/reach/member"
)

// The exit codes.
const (
	done       = 0
	failed     = 1
	wrongUsage = 2
)

type options struct {
	hub.Options
	// user is whose machine may join by the first line. Empty: nobody's.
	user  string
	store int64
	days  int
	// replicas is how many servers of a cluster keep everything.
	replicas int
}

// firstLine is for how long the line is good that is printed while no machine has joined.
const firstLine = 15 * time.Minute

// Main runs the program and returns its exit code. Out gets a line when the hub is ready, err what goes wrong.
func Main(args []string, out, err io.Writer) int {
	// if nobody reads that, there is nobody to tell
	tell := func(e error) { _, _ = fmt.Fprintln(err, "stead-hub:", plain.Line(e.Error())) }
	o, wrong := parse(args, err)
	if errors.Is(wrong, flag.ErrHelp) {
		return done
	}
	if wrong != nil {
		tell(wrong)
		return wrongUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	o.Failed = tell
	if e := serve(ctx, o, out); e != nil {
		tell(e)
		return failed
	}
	return done
}

func parse(args []string, err io.Writer) (options, error) {
	var o options
	set := flag.NewFlagSet("stead-hub", flag.ContinueOnError)
	set.SetOutput(err)
	set.StringVar(&o.Folder, "folder", "", "keep everything in this `FOLDER`")
	set.StringVar(&o.Listen, "listen", "0.0.0.0:7751", "listen at this `ADDRESS`")
	set.StringVar(&o.URL, "url", "",
		"where machines find the hub: tls://HOST:PORT; by default the first address of this machine")
	set.StringVar(&o.Cluster.URL, "nats", "",
		"run no server, and keep a cluster whose servers have these `URLS`: tls://HOST:PORT with commas between them")
	set.StringVar(&o.Cluster.Pin, "nats-pin", "",
		"the `HASH` of the authority that signs the certificates of those servers; by default the system knows it")
	set.IntVar(&o.replicas, "replicas", 3, "have `N` servers of the cluster keep everything: 1, 3 or 5")
	set.Int64Var(&o.store, "store-gb", 16, "take at most this many `GIGABYTES`")
	set.IntVar(&o.days, "keep-days", 90, "keep runs for so many `DAYS` after their last entry; 0 is for ever")
	set.StringVar(&o.user, "first-user", "", "while no machine has joined, print a line by which one of this `USER` can")
	if e := set.Parse(args); e != nil {
		return o, e
	}
	return o, o.check(set.Args())
}

func (o *options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("it takes no arguments, as %q is one", rest[0])
	case o.Folder == "":
		return errors.New("--folder says where the hub keeps everything; stead hub knows one")
	case o.store < 1 || o.store > 1<<20:
		return fmt.Errorf("--store-gb is 1 to %d, not %d", 1<<20, o.store)
	case o.days < 0 || o.days > 36500:
		return fmt.Errorf("--keep-days is 0 to 36500, not %d", o.days)
	}
	if at, err := url.Parse(o.URL); o.URL != "" && (err != nil || at.Scheme != "tls" || at.Hostname() == "" ||
		at.Port() == "" || at.Path != "") {
		return fmt.Errorf("--url is tls://HOST:PORT, not %q", o.URL)
	}
	o.Limits = layout.Limits{Store: o.store << 30, Age: time.Duration(o.days) * 24 * time.Hour, Replicas: 1}
	if o.Cluster.URL == "" {
		return nil
	}
	o.Limits.Replicas = o.replicas
	return o.checkCluster()
}

func (o *options) checkCluster() error {
	if err := member.CheckURL(o.Cluster.URL); err != nil {
		return fmt.Errorf("--nats: %w", err)
	}
	if o.URL != "" {
		return errors.New("--url is for a hub with a server of its own: machines find a cluster by --nats")
	}
	if o.Cluster.Pin != "" && !member.IsPin(o.Cluster.Pin) {
		return errors.New("--nats-pin is a SHA-256 in base64")
	}
	if o.replicas != 1 && o.replicas != 3 && o.replicas != 5 {
		return fmt.Errorf("--replicas is 1, 3 or 5, not %d", o.replicas)
	}
	return nil
}

// serve runs the hub until ctx is done.
func serve(ctx context.Context, o options, out io.Writer) error {
	h, err := hub.Open(ctx, o.Options)
	if errors.Is(err, context.Canceled) {
		return nil // it was waiting for its cluster
	}
	if err != nil {
		return err
	}
	if err := greet(h, o, out); err != nil {
		return errors.Join(err, h.Close())
	}
	<-ctx.Done()
	return h.Close()
}

// greet says where the hub is, and how the first machine joins.
func greet(h *hub.Hub, o options, out io.Writer) error {
	text := fmt.Sprintf("The hub is ready at %s. It listens at %s and keeps everything in %s.\n", h.URL(), h.Address(),
		h.Folder())
	if o.Cluster.URL != "" {
		text = fmt.Sprintf("The hub keeps the cluster at %s. What is its own is in %s.\n", h.URL(), h.Folder())
	}
	if o.user != "" && len(h.Machines()) == 0 {
		line, err := h.Invite([]member.Role{member.Node, member.Operator}, o.user, firstLine)
		if err != nil {
			return err
		}
		text += fmt.Sprintf("On another machine, within %d minutes:\nstead join %s\n", firstLine/time.Minute, line)
	}
	_, err := io.WriteString(out, text)
	return err
}
