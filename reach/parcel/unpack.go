package parcel

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"stead/adapters/adapter"
	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/internal/sys/regular"
	"stead/readers/universal"
	"stead/timeline"
)

// largest is the maximum size of a parcel in bytes, unless the caller sets another.
const largest = 16 << 30

// Parcel is a received parcel, in a folder of its own until it is closed.
type Parcel struct {
	Manifest Manifest
	folder   string
}

// Unpack reads a parcel to its end, and puts its content into a new folder within one of stead's own. Most is its
// maximum size in bytes; 0 means 16 GB. Nothing remains of a parcel that is refused. Errors: ErrDamaged, ErrTooLarge,
// ErrVersion, and those of the source and the disk.
func Unpack(ctx context.Context, r io.Reader, folder string, most int64) (*Parcel, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	own, err := os.MkdirTemp(folder, "parcel-")
	if err != nil {
		return nil, err
	}
	p := &Parcel{folder: own}
	if err := p.fill(ctx, r, cmp.Or(most, largest)); err != nil {
		return nil, fmt.Errorf("unpack what has come: %w", errors.Join(err, p.Close()))
	}
	return p, nil
}

// Close removes the received files. A session that was opened can no longer be read.
func (p *Parcel) Close() error { return os.RemoveAll(p.folder) }

func (p *Parcel) fill(ctx context.Context, source io.Reader, most int64) error {
	r, err := newReader(source, most)
	if err != nil {
		return err
	}
	if err := p.readManifest(r); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Dir(p.path(sessionKind, 0)), 0o700); err != nil {
		return err
	}
	for ctx.Err() == nil {
		k, part, err := r.next()
		if err != nil || k == endKind {
			return err
		}
		if err := p.take(r, k, part); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

func (p *Parcel) readManifest(r *reader) error {
	k, _, err := r.next()
	if err != nil {
		return err
	}
	if k != manifestKind {
		return fmt.Errorf("%w: it has no manifest", ErrDamaged)
	}
	var content bytes.Buffer
	if err := r.copy(&content, largestManifest); err != nil {
		return err
	}
	p.Manifest, err = parseManifest(content.Bytes())
	return err
}

// take puts a section into a file, which must not exist yet.
func (p *Parcel) take(r *reader, k kind, part int) error {
	isSession := k == sessionKind && part == 0 && p.Manifest.Session != ""
	isWork := (k == bundleKind || k == includedKind) && part < len(p.Manifest.Tips)
	if !isSession && !isWork {
		return fmt.Errorf("%w: it holds what its manifest does not tell", ErrDamaged)
	}
	file, err := os.OpenFile(p.path(k, part), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: it holds something twice", ErrDamaged)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := r.copy(file, r.left); err != nil {
		return err
	}
	return file.Close()
}

// path returns the path of a section's file. The session has a folder of its own, because attachments are looked for
// beside it.
func (p *Parcel) path(k kind, part int) string {
	if k == sessionKind {
		return filepath.Join(p.folder, "session", "session.jsonl")
	}
	return filepath.Join(p.folder, string(k)+strconv.Itoa(part))
}

// ErrNoSession says that no session is in the parcel.
var ErrNoSession = errors.New("no session has come")

// Open opens the received session. It can be read until the parcel is closed. Errors: ErrNoSession, and those of the
// reader.
func (p *Parcel) Open(ctx context.Context) (timeline.Stream, error) {
	if p.Manifest.Session == "" {
		return timeline.Stream{}, ErrNoSession
	}
	s, err := universal.Reader{}.Open(ctx, adapter.Location{Path: p.SessionPath()})
	if err == nil && p.Manifest.Cut {
		s = asCut(s)
	}
	return s, err
}

// SessionPath returns the file of the received session, in the universal format. A reader of the file does not learn
// whether the session was cut.
func (p *Parcel) SessionPath() string { return p.path(sessionKind, 0) }

// Bundle implements [travel.Cargo].
func (p *Parcel) Bundle(tip int) (io.ReadCloser, error) { return p.section(bundleKind, tip) }

// Included implements [travel.Cargo].
func (p *Parcel) Included(tip int) (io.ReadCloser, error) { return p.section(includedKind, tip) }

func (p *Parcel) section(k kind, part int) (io.ReadCloser, error) {
	file, err := regular.Open(p.path(k, part))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

// ErrNoWork says that the parcel contains no work, or not of the expected kind.
var ErrNoWork = errors.New("no work has come")

// Land makes a worktree from the received work. Errors: ErrNoWork, and those of [travel.Land].
func (p *Parcel) Land(ctx context.Context, l travel.Landing) (travel.Landed, error) {
	if p.Manifest.Snapshot == nil {
		return travel.Landed{}, ErrNoWork
	}
	return travel.Land(ctx, *p.Manifest.Snapshot, p.Manifest.Tips, p, l)
}

// Bring makes a branch from the work that has come home, in the repository of the snapshot that it began with. Errors:
// ErrNoWork, and those of [travel.Bring].
func (p *Parcel) Bring(ctx context.Context, s worktree.Snapshot, branch string,
	b travel.Bounds) (commit string, err error) {
	if p.Manifest.Snapshot != nil || len(p.Manifest.Tips) == 0 {
		return "", ErrNoWork
	}
	return travel.Bring(ctx, s, p.Manifest.Tips, p, branch, b)
}

// BringInto brings the work that has come home into the tree of the snapshot that it began with. Errors: ErrNoWork, and
// those of [travel.BringInto].
func (p *Parcel) BringInto(ctx context.Context, t worktree.Tree, b travel.Bounds) error {
	if p.Manifest.Snapshot != nil || len(p.Manifest.Tips) == 0 {
		return ErrNoWork
	}
	return travel.BringInto(ctx, t, p.Manifest.Tips, p, b)
}
