package atomicfile

import (
	"io"
	"os"
	"path/filepath"
)

// Extend begins a file that replaces an existing one and begins with all of its content. It returns the writer for the
// whole new content. The old file stays unchanged until [Set.Commit]. Commit fails with ErrChanged if the old file is
// no longer in the given state, and with ErrRewritten if the new content does not begin with all of the old one.
//
// The new file is renamed over the old one rather than appended to it. A reader, or a process that is killed meanwhile,
// finds the old content or the new one, never a part of a line.
func (s *Set) Extend(target string, was State) (io.Writer, error) {
	if err := was.expect(target); err != nil {
		return nil, err
	}
	info, err := os.Stat(target)
	if err != nil {
		return nil, err
	}
	temp, err := os.CreateTemp(filepath.Dir(target), temporary)
	if err != nil {
		return nil, err
	}
	p := &pending{target: target, temp: temp, draft: NewDraft(temp), was: &was}
	s.files = append(s.files, p)
	return p.draft, temp.Chmod(info.Mode().Perm())
}

// replace puts the file in the place of the one that it extends. Data that another process writes into the old file up
// to the last moment is not lost: replace keeps the old file under a second name, checks it again when no process can
// open it by its name any longer, and puts it back if it has changed.
func (p *pending) replace() error {
	if err := beginsWith(p.temp.Name(), p.target); err != nil {
		return err
	}
	old := p.temp.Name() + "-old"
	if os.Link(p.target, old) == nil { // some file systems have no hard links
		p.old = old
	}
	if err := p.was.expect(p.target); err != nil {
		return err
	}
	if err := os.Rename(p.temp.Name(), p.target); err != nil {
		return err
	}
	p.linked = true
	if p.old == "" {
		return nil
	}
	return p.was.expect(p.old)
}

// withdraw removes the file again, or puts the old one back in its place.
func (p *pending) withdraw() {
	switch {
	case p.was == nil:
		os.Remove(p.target)
	case p.old != "" && os.Rename(p.old, p.target) != nil:
		p.old = "" // it keeps its second name, because its content may exist nowhere else
	}
}
