package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/capture"
	"stead/readers"
	"stead/timeline"
	"stead/timeline/store"
)

// appended are records as the CLIs write them, with an id and a body of some 1.2 kB to put in.
var appended = map[string]struct{ first, record string }{
	"claude": {"",
		`{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"%[2]s"},"uuid":"%[1]s",` +
			`"timestamp":"2026-11-20T18:55:42.497Z","cwd":"/home/user/demo","sessionId":"00000000-0000-4000-8000-000000000000","version":"2.1.197"}`},
	"codex": {
		`{"timestamp":"2026-11-20T18:55:42.497Z","type":"session_meta","payload":{"id":"00000000-0000-4000-8000-000000000000",` +
			`"timestamp":"2026-11-20T18:55:42.497Z","cwd":"/home/user/demo","cli_version":"0.169.0"}}`,
		`{"timestamp":"2026-11-20T18:55:42.497Z","type":"response_item","payload":{"type":"message","id":"%[1]s","role":"assistant",` +
			`"content":[{"type":"output_text","text":"%[2]s"}]}}`},
}

// capture measures the way from a line in a CLI's own store to an entry in the live view.
func (b *bench) capture() error {
	for _, reader := range adapters.Readers() {
		tailer, follows := reader.(readers.Tailer)
		cli := reader.Info().Name
		if _, known := appended[cli]; !follows || !known {
			continue
		}
		delays, err := b.follow(tailer, cli)
		if err != nil {
			return fmt.Errorf("follow %s: %w", cli, err)
		}
		b.table.limit("append to entry, median, "+cli, "1.5 kB lines", quantile(delays, 0.5), time.Millisecond)
		b.table.limit("append to entry, p99, "+cli, "1.5 kB lines", quantile(delays, 0.99), 5*time.Millisecond)
	}
	return nil
}

// view is a session that is followed, as a run does it.
type view struct {
	native *os.File
	live   *store.Store
	next   uint64
}

// key names the session in the live view.
const key = "run"

func (b *bench) follow(tailer readers.Tailer, cli string) (delays []time.Duration, err error) {
	folder := b.path("follow-" + cli)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, err
	}
	native, err := os.Create(folder + "/session.jsonl")
	if err != nil {
		return nil, err
	}
	defer native.Close()
	if first := appended[cli].first; first != "" {
		_, _ = fmt.Fprintln(native, first)
	}
	ctx, stop := context.WithCancel(context.Background())
	tail, err := tailer.Tail(ctx, adapter.Location{Path: native.Name()})
	if err != nil {
		stop()
		return nil, err
	}
	header := timeline.Header{ID: key, Version: timeline.Version, Source: timeline.Source{CLI: cli, OriginalID: key}}
	journal, err := store.Create(b.path("journal-"+cli+".jsonl"), timeline.Stream{Header: header, Entries: timeline.Of()})
	if err != nil {
		stop()
		return nil, err
	}
	v := &view{native: native, live: store.New(time.Now), next: 1}
	err = journal.Announce(v.live, key, header)
	ended := make(chan error, 1)
	go func() {
		ended <- capture.Follow(ctx, tail, capture.Poll, func(p readers.Progress) error {
			return journal.Append(p.Entries...)
		})
	}()
	if err == nil {
		delays, err = v.measure(ctx, appended[cli].record)
	}
	stop()
	return delays, errors.Join(err, <-ended, journal.Close())
}

// measure appends records and waits for their entries. The first ones, which wait for the following to begin, are not
// counted.
func (v *view) measure(ctx context.Context, record string) ([]time.Duration, error) {
	const warmUp, counted = 20, 600
	body := strings.Repeat("The parser reads the next token. ", 36)
	var delays []time.Duration
	for i := range warmUp + counted {
		line := fmt.Sprintf(record, sessionID(i), body) + "\n"
		time.Sleep(2 * time.Millisecond)
		begin := time.Now()
		if _, err := v.native.WriteString(line); err != nil {
			return nil, err
		}
		if err := v.await(ctx); err != nil {
			return nil, err
		}
		if i >= warmUp {
			delays = append(delays, time.Since(begin))
		}
	}
	return delays, nil
}

// await waits for the next entry in the live view.
func (v *view) await(ctx context.Context) error {
	for {
		watch := store.NewWatchSet()
		for row := range v.live.Snapshot().Entries(watch, key, v.next) {
			v.next = row.Sequence + 1
			return nil
		}
		if err := watch.WatchCtx(ctx); err != nil {
			return err
		}
	}
}
