package remote_test

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"stead/reach/errand"
	"stead/reach/hubtest"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/pipe"
	"stead/reach/remote"
)

// BenchmarkTerminalEcho types into a terminal of another machine, through the hub: a key there, its echo back.
func BenchmarkTerminalEcho(b *testing.B) {
	hub := hubtest.Start(b)
	desk := hubtest.Join(b, hub, "desk", member.Node)
	conn, err := link.Dial(desk)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	laptop := hubtest.Join(b, hub, "laptop", member.Operator)
	l, err := pipe.Listen(conn, desk, func(string) (member.Peer, bool) { return laptop.Peer, true })
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	served := make(chan error)
	go func() {
		served <- errand.Serve(ctx, l, errand.Options{
			Program: func(member.Peer, errand.Request) (errand.Program, error) {
				return errand.Program{Path: "/bin/sh", Args: []string{"-c", "stty raw -echo; printf x; exec cat"},
					Env: []string{"PATH=/bin:/usr/bin"}}, nil
			},
			Did: func(member.Peer, errand.Request, errand.End) {},
		})
	}()
	h, err := remote.Connect(b.Context(), laptop)
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	in, typed := io.Pipe()
	seen, out := io.Pipe()
	asked := make(chan error)
	asking, leave := context.WithCancel(b.Context())
	go func() {
		_, err := h.Ask(asking, "desk", errand.Request{Args: []string{"x"}, Terminal: &errand.Size{Rows: 24, Columns: 80}},
			errand.Streams{In: in, Out: out, Err: io.Discard})
		asked <- err
	}()
	key := []byte{'x'}
	if _, err := io.ReadFull(seen, key); err != nil { // before, the terminal itself echoes
		b.Fatal(err)
	}
	echo := func() time.Duration {
		begun := time.Now()
		if _, err := typed.Write(key); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(seen, key); err != nil {
			b.Fatal(err)
		}
		return time.Since(begun)
	}
	var all []time.Duration
	for b.Loop() {
		all = append(all, echo())
	}
	slices.Sort(all)
	b.ReportMetric(float64(all[len(all)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "p99-µs")
	leave()
	<-asked
	_ = typed.Close()
	stop()
	<-served
}
