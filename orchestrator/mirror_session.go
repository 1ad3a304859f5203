package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"stead/forks"
	"stead/inject"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// errOpen: the mirror is open in its CLI.
var errOpen = errors.New("is open")

// grow adds what is new to the present mirror, up to the entry with the given place. While somebody has it open who has said
// nothing yet, it does nothing. Errors: errOpen, and those of [inject.Target.Extend].
func (m *mirror) grow(ctx context.Context, present runs.Mirror, news timeline.Stream, last int, finally bool) error {
	if pid, open := m.o.worker(m.home, present); open {
		err := fmt.Errorf("%w in %s (process %d)", errOpen, m.home.Driver.Info().Title, pid)
		switch {
		case m.isChanged(ctx, present):
			return writers.ErrChanged
		case finally || present.Source:
			return err
		}
		m.alarm("%s %v: what is new comes into it when it is closed", present.Reference(), err)
		return nil
	}
	chosen, err := m.choose(ctx, news)
	if err != nil {
		return err
	}
	target, options := m.target(ctx, news)
	receipt, err := target.Extend(ctx, present.Fingerprint, chosen.Stream.Entries, options)
	if err != nil {
		return err
	}
	m.alarmed = ""
	return m.note(ctx, receipt, runs.Mirror{Source: present.Source, Entries: last}, 1)
}

// create makes a new mirror of the whole run, up to the entry with the given place.
func (m *mirror) create(ctx context.Context, all timeline.Stream, last int) error {
	chosen, err := m.choose(ctx, all)
	if err != nil {
		return err
	}
	target, options := m.target(ctx, all)
	receipt, err := target.Deliver(ctx, chosen, options)
	if err != nil {
		return err
	}
	m.alarmed = ""
	m.seen.Note("the run is mirrored in " + receipt.CLI + ":" + receipt.ID)
	m.enter(forks.Node{
		Session: receipt.CLI + ":" + receipt.ID, Path: receipt.Path, Parent: m.ledger.current().To.Reference(), Kind: forks.Mirror,
		Dir: receipt.Dir, Time: m.o.Host.Now().UTC(),
	})
	return m.note(ctx, receipt, runs.Mirror{Entries: last}, 0)
}

// choose lays the policies over what goes home. Nothing is cut: the CLI itself knows what to do with a session that is too long.
func (m *mirror) choose(ctx context.Context, s timeline.Stream) (inject.Selection, error) {
	return inject.Select(ctx, s, m.home.Driver.Info(), inject.Policies{
		Redaction: m.request.Redaction, Detector: m.o.Secrets, Vendor: m.o.vendor,
	})
}

// target is the source's CLI, and how it is written for.
func (m *mirror) target(ctx context.Context, s timeline.Stream) (inject.Target, writers.Options) {
	ground := m.o.ground(m.home.Driver, Request{To: m.home.Driver.Info().Name}, s.Header.Project.Path)
	program, _ := m.o.Locate(ctx, m.home.Driver) // without it the newest version that is known is written for
	configured := m.home.Driver.Configured(ground)
	return inject.Target{Reader: m.home.Reader, Writer: m.home.Writer, Store: ground.Store}, writers.Options{
		Version: program.Version, Model: configured.Name, Provider: configured.Provider, Now: m.o.Host.Now(), NewID: uuid.NewString,
	}
}

// note keeps in the run's record the mirror that was written, in the place of so many of those that there are.
func (m *mirror) note(ctx context.Context, r writers.Receipt, written runs.Mirror, replaces int) (err error) {
	written.Session, written.Lines = runs.Session{CLI: r.CLI, ID: r.ID, Path: r.Path}, r.Lines
	if written.Fingerprint, err = writers.FingerprintOf(ctx, m.home.Writer, written.Location()); err != nil {
		return err
	}
	return m.ledger.update(func(run *runs.Run) {
		left := len(run.Mirrors) - replaces
		run.Mirrors = append(slices.Clone(run.Mirrors[:left]), written)
	})
}
