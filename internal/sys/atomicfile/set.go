// Package atomicfile creates new files all or nothing: either every file of a [Set] appears, complete, or none does. It
// never replaces an existing file, except with one that begins with all of its content ([Set.Extend]).
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Files and folders hold conversations, so only their owner can access them.
const (
	fileMode   = 0o600
	folderMode = 0o700
)

// temporary is the pattern of a file's name before it is complete. It begins with a dot and has no extension, so that
// no CLI takes the file for a session.
const temporary = ".stead-*"

// Set is a group of files that are created together. The zero value is ready for use. It is not safe for use by several
// goroutines.
type Set struct {
	files   []*pending
	folders []string // folders that the set created, outermost first
}

type pending struct {
	target string
	temp   *os.File
	draft  *Draft
	linked bool
	// was is the state of the file that this one extends, or nil. Old is a second name of that file while this one takes
	// its place.
	was *State
	old string
}

// Create begins a file and returns a [Draft] for its content. The file has a temporary name beside its target until
// [Set.Commit]. A missing folder is created. An existing target is an error that wraps fs.ErrExist.
func (s *Set) Create(target string) (io.Writer, error) {
	if _, err := os.Lstat(target); err == nil {
		return nil, fmt.Errorf("create %s: %w", target, fs.ErrExist)
	}
	if err := s.makeFolder(filepath.Dir(target)); err != nil {
		return nil, err
	}
	temp, err := os.CreateTemp(filepath.Dir(target), temporary)
	if err != nil {
		return nil, err
	}
	p := &pending{target: target, temp: temp, draft: NewDraft(temp)}
	s.files = append(s.files, p)
	return p.draft, temp.Chmod(fileMode)
}

// makeFolder creates a folder with its parents and records those that it created.
func (s *Set) makeFolder(folder string) error {
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := s.makeFolder(filepath.Dir(folder)); err != nil {
		return err
	}
	err := os.Mkdir(folder, folderMode)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process created it in between and owns it
	}
	if err == nil {
		s.folders = append(s.folders, folder)
	}
	return err
}

// Rename gives another target to a file that was begun, before it appears. The target must be in the same folder.
func (s *Set) Rename(from, to string) error {
	for _, p := range s.files {
		if p.target != from {
			continue
		}
		if _, err := os.Lstat(to); err == nil {
			return fmt.Errorf("create %s: %w", to, fs.ErrExist)
		}
		p.target = to
		return nil
	}
	return fmt.Errorf("rename %s: %w", from, fs.ErrNotExist)
}

// Targets returns the names that the files will have, in the order of their creation.
func (s *Set) Targets() []string {
	var targets []string
	for _, p := range s.files {
		targets = append(targets, p.target)
	}
	return targets
}

// Commit makes all files appear under their names, in the order of their creation, with those that extend others last.
// If it fails, none of them stays.
func (s *Set) Commit() error {
	for _, step := range []func(*pending) error{(*pending).finish, (*pending).appear, (*pending).takePlace} {
		for _, p := range s.files {
			if err := step(p); err != nil {
				s.Abort()
				return err
			}
		}
	}
	for _, p := range s.files {
		p.clean()
	}
	s.files, s.folders = nil, nil
	return nil
}

// Abort removes what the set created. After a commit it does nothing, so it can be deferred.
func (s *Set) Abort() {
	for _, p := range s.files {
		p.temp.Close()
		if p.linked {
			p.withdraw()
		}
		p.clean()
	}
	for i := len(s.folders) - 1; i >= 0; i-- {
		os.Remove(s.folders[i]) // it fails, rightly, if another process has put something there
	}
	s.files, s.folders = nil, nil
}

// clean removes the temporary names of the file and of the one that it extends.
func (p *pending) clean() {
	os.Remove(p.temp.Name())
	if p.old != "" {
		os.Remove(p.old)
	}
}

// appear gives a new file its name; takePlace does so for one that extends another.
func (p *pending) appear() error {
	if p.was != nil {
		return nil
	}
	return p.link()
}

func (p *pending) takePlace() error {
	if p.was == nil {
		return nil
	}
	return p.replace()
}

func (p *pending) finish() error {
	if err := p.draft.Flush(); err != nil {
		return err
	}
	if err := p.temp.Sync(); err != nil {
		return err
	}
	return p.temp.Close()
}

// link gives the file its name. A hard link, unlike a rename, fails if the name is taken.
func (p *pending) link() error {
	err := os.Link(p.temp.Name(), p.target)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = p.reserve() // a file system without hard links
	}
	p.linked = err == nil
	return err
}

func (p *pending) reserve() error {
	placeholder, err := os.OpenFile(p.target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	placeholder.Close()
	if err := os.Rename(p.temp.Name(), p.target); err != nil {
		os.Remove(p.target)
		return err
	}
	return nil
}
