package gemini

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"stead/adapters/gemini"
	"stead/inject"
	"stead/writers"
)

var _ inject.StartHook = Driver{}

// Before makes the CLI's start safe for the sessions of the project. It renames strays that earlier resumes left, so
// that the CLI deletes no other file with them (see [gemini.Strays]), and marks the session itself as recently used.
func (Driver) Before(g inject.Environment, session writers.Receipt) error {
	ctx := context.Background()
	if err := disarm(ctx, filepath.Dir(session.Path)); err != nil {
		return fmt.Errorf("keep Gemini CLI from deleting sessions at its start: %w", err)
	}
	err := gemini.MarkUsed(ctx, session.Path, g.Host.Now())
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the CLI itself will create the session
	}
	return err
}

func disarm(ctx context.Context, folder string) error {
	strays, err := gemini.Strays(ctx, folder)
	if err != nil {
		return err
	}
	for _, s := range strays {
		if len(s.Endangers) > 0 {
			err = errors.Join(err, s.Disarm())
		}
	}
	return err
}

// After removes the strays of this session. None of them holds a conversation, because the session itself has a
// different name.
func (Driver) After(_ inject.Environment, session writers.Receipt) error {
	ctx := context.Background()
	folder := filepath.Dir(session.Path)
	strays, err := gemini.Strays(ctx, folder)
	if err != nil {
		return err
	}
	for _, s := range strays {
		if s.Session != session.ID || s.Path == session.Path {
			continue
		}
		if removed := os.Remove(s.Path); !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
	}
	return errors.Join(err, disarm(ctx, folder))
}
