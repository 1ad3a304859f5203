package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/writers"
)

// Size describes the size of a store. A store without sessions is not created.
type Size struct {
	Sessions int
	// Smallest and Largest are the sizes of sessions in bytes. If the largest is ten times as large as the smallest, half
	// of the sessions are smaller than twice the smallest.
	Smallest, Largest int64
	// Projects is the number of folders that contain the sessions. The default is 20.
	Projects int
	// Text, Exchanges and Body are those of each [Session].
	Text            string
	Exchanges, Body int
}

// Times returns the size with the number of sessions multiplied by share, but at least one.
func (z Size) Times(share float64) Size {
	z.Sessions = max(1, int(share*float64(z.Sessions)))
	return z
}

const (
	projects = 20
	// span is the maximum time between the beginnings of the first and the last session.
	span = 20 * 24 * time.Hour
	// apart is the maximum time between the beginnings of two consecutive sessions.
	apart = 14 * time.Minute
)

// session returns the session with this index. Its size does not depend on its age.
func (z Size) session(index int, seed uint64) Session {
	const stride = 7919 // a prime, so that each size occurs once
	share := (float64(index*stride%z.Sessions) + 0.5) / float64(z.Sessions)
	size := float64(z.Smallest) * math.Pow(float64(z.Largest)/float64(z.Smallest), share*share)
	return Session{
		ID:   fmt.Sprintf("%08x-%04x-4000-8000-%012x", index, seed&0xFFFF, index),
		Dir:  fmt.Sprintf("/home/user/project%d", index%cmp.Or(z.Projects, projects)),
		Size: int64(size), Seed: seed<<32 + uint64(index), Number: index + 1,
		Began: began.Add(time.Duration(index) * min(apart, span/time.Duration(z.Sessions))),
		Text:  z.Text, Exchanges: z.Exchanges, Body: z.Body,
	}
}

// Claude creates a store of Claude Code at root (~/.claude): sessions in the folders of their projects. Their files
// were last changed when the sessions ended.
func Claude(root string, z Size, seed uint64) (Tally, error) {
	tally := Tally{}
	for i := range z.Sessions {
		s := z.session(i, seed)
		planted, err := claudeFile(filepath.Join(root, "projects", strings.ReplaceAll(s.Dir, "/", "-"), s.ID+".jsonl"), s)
		if err != nil {
			return nil, fmt.Errorf("make a corpus: %w", err)
		}
		tally.Add(planted)
	}
	return tally, nil
}

func claudeFile(path string, s Session) (Tally, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	tally, err := WriteClaude(file, s)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	return tally, os.Chtimes(path, s.Began, s.Began)
}

// Fill creates sessions in the store of any CLI. The store of OpenCode must exist: a database made by OpenCode itself.
func Fill(ctx context.Context, w writers.Writer, store adapter.Store, z Size, seed uint64) (Tally, error) {
	tally := Tally{}
	for i := range z.Sessions {
		planted, err := fillOne(ctx, w, store, z.session(i, seed))
		if err != nil {
			return nil, fmt.Errorf("make a corpus of %s: %w", w.Info().Title, err)
		}
		tally.Add(planted)
	}
	return tally, nil
}

func fillOne(ctx context.Context, w writers.Writer, store adapter.Store, s Session) (Tally, error) {
	stream, tally := Stream(s)
	random := rand.New(rand.NewPCG(s.Seed, 2))
	plan, err := w.Plan(store, stream, writers.Options{Now: s.Began, NewID: func() string { return newID(random) }})
	if err != nil {
		return nil, err
	}
	receipt, err := w.Write(ctx, plan)
	if err != nil {
		return nil, err
	}
	for _, path := range receipt.Files { // a database is not one of them
		if err := os.Chtimes(path, s.Began, s.Began); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return tally, nil
}
