package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/owner"
)

// atOnce is how many machines connect at the same time.
const atOnce = 16

// grace is for how long answers are awaited when nothing is published any more.
const grace = 5 * time.Second

// load is a hub with its machines.
type load struct {
	hub     *process
	members []member.Member
	all     []*machine

	mu      sync.Mutex
	arrived []time.Duration
}

func measureHub() (err error) {
	folder, err := os.MkdirTemp("", "hub") // the path of a socket is short
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	l := &load{}
	var known []member.Peer
	for n := range *machines {
		m, err := newMachine(n)
		if err != nil {
			return err
		}
		l.members, known = append(l.members, m), append(known, m.Peer)
	}
	if l.hub, err = startHub(folder, known); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.hub.stop()) }()
	return l.measure()
}

// measure prints what the hub costs before and while entries are published.
func (l *load) measure() error {
	empty, err := l.hub.usage()
	if err != nil {
		return err
	}
	fmt.Printf("start, with %d machines known: %s, %s of processor time, %s\n", *machines, short(l.hub.ready),
		short(empty.cpu), megabytes(empty.resident))
	begin := time.Now()
	if err := l.connect(); err != nil {
		return err
	}
	connected, err := l.hub.usage()
	if err != nil {
		return err
	}
	n := time.Duration(max(1, *machines))
	fmt.Printf("%d machines connected: %s, %s of processor time each, %s (%d kB each)\n", *machines,
		short(time.Since(begin)),
		short((connected.cpu-empty.cpu)/n), megabytes(connected.resident), (connected.resident-empty.resident)/int64(n)>>10)
	if err := l.join(); err != nil {
		return err
	}
	return l.publish()
}

// connect connects all machines. Each has its share of the runs.
func (l *load) connect() error {
	line, err := l.invite()
	if err != nil {
		return err
	}
	l.all = make([]*machine, len(l.members))
	var group errgroup.Group
	group.SetLimit(atOnce)
	for i := range l.members {
		l.members[i].URL, l.members[i].Pin = l.hub.url, line.Pin
		group.Go(func() (err error) {
			l.all[i], err = connect(l.members[i], share(i, *machines, *runs))
			return err
		})
	}
	return group.Wait()
}

// share are the names of the runs of one machine.
func share(machine, machines, runs int) (names []string) {
	for n := machine; n < runs; n += machines {
		names = append(names, fmt.Sprintf("run-%06d", n))
	}
	return names
}

func (l *load) invite() (member.Line, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	answer, err := owner.Ask(ctx, l.hub.folder, owner.Request{Do: "invite", User: user,
		Roles: []member.Role{member.Node}, For: 10 * time.Minute})
	if err != nil {
		return member.Line{}, err
	}
	return member.ParseLine(answer.Line)
}

// join has more machines join, one after the other.
func (l *load) join() error {
	var took []time.Duration
	before, err := l.hub.usage()
	if err != nil {
		return err
	}
	for n := range *joins {
		begin := time.Now()
		line, err := l.invite()
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		_, err = link.Join(ctx, line, fmt.Sprintf("newcomer-%d", n), nil)
		cancel()
		if err != nil {
			return err
		}
		took = append(took, time.Since(begin))
	}
	after, err := l.hub.usage()
	if err != nil || *joins == 0 {
		return err
	}
	fmt.Printf("one machine more, invited and joined: p50 %s, %s of processor time\n", short(quantile(took, 0.5)),
		short((after.cpu-before.cpu)/time.Duration(*joins)))
	return nil
}

// publish publishes entries for the period and prints what that cost.
func (l *load) publish() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := l.follow(ctx); err != nil {
		return err
	}
	before, err := l.hub.usage()
	if err != nil {
		return err
	}
	begin := time.Now()
	interval := time.Duration(float64(time.Second) / *rate)
	var group errgroup.Group
	for i, m := range l.all {
		if len(m.runs) > 0 {
			group.Go(func() error {
				return m.publish(begin.Add(*period), interval, time.Duration(i)*interval/time.Duration(len(l.all)*len(m.runs)))
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	took := time.Since(begin)
	after, err := l.hub.usage()
	if err != nil {
		return err
	}
	time.Sleep(grace)
	l.report(before, after, took)
	return nil
}

// follow follows some runs, as machines that look at them do.
func (l *load) follow(ctx context.Context) error {
	for n := range min(*followers, *runs) {
		js, err := jetstream.New(l.all[(n+1)%len(l.all)].conn)
		if err != nil {
			return err
		}
		subject := l.all[n%len(l.all)].runs[n/len(l.all)].subject
		consumer, err := js.OrderedConsumer(ctx, layout.Runs,
			jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}, InactiveThreshold: time.Minute})
		if err != nil {
			return fmt.Errorf("follow a run: %w", err)
		}
		if _, err := consumer.Consume(l.arrive); err != nil {
			return fmt.Errorf("follow a run: %w", err)
		}
	}
	return nil
}

// arrive measures how old an entry is that a follower gets.
func (l *load) arrive(m jetstream.Msg) {
	age := time.Since(time.Unix(0, int64(binary.BigEndian.Uint64(m.Data()))))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.arrived = append(l.arrived, age)
}

func (l *load) report(before, after usage, took time.Duration) {
	var answers []time.Duration
	var sent, late, failed int
	for _, m := range l.all {
		m.settle()
		answers = append(answers, m.answers...)
		sent, late, failed = sent+m.sent, late+m.late, failed+m.failed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	cpu := after.cpu - before.cpu
	fmt.Printf("%d runs, %g entries a second each, for %s:\n", *runs, *rate, short(took))
	fmt.Printf("  entries: %d acknowledged (%.0f a second), %d late, %d failed\n", len(answers),
		float64(len(answers))/took.Seconds(), late, failed)
	fmt.Printf("  processor time of the hub: %.2f cores, %d µs an entry\n", cpu.Seconds()/took.Seconds(),
		cpu.Microseconds()/int64(max(1, sent)))
	fmt.Printf("  memory of the hub: %s; written to disk: %s, %d bytes an entry\n", megabytes(after.resident),
		megabytes(after.writes-before.writes), (after.writes-before.writes)/int64(max(1, sent)))
	fmt.Printf("  acknowledged after: p50 %s, p99 %s\n", short(quantile(answers, 0.5)), short(quantile(answers, 0.99)))
	fmt.Printf("  at %d followers after: p50 %s, p99 %s (%d entries)\n", *followers, short(quantile(l.arrived, 0.5)),
		short(quantile(l.arrived, 0.99)), len(l.arrived))
}

// quantile returns the value below which a part of the values lies. There may be none.
func quantile(values []time.Duration, part float64) time.Duration {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[min(len(values)-1, int(float64(len(values))*part))]
}

func short(d time.Duration) string {
	if d >= time.Second {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return fmt.Sprintf("%.2f ms", d.Seconds()*1e3)
}

func megabytes(bytes int64) string { return fmt.Sprintf("%d MB", bytes>>20) }
