package atomicfile

import (
	"io"
	"os"
	"path/filepath"
)

// Extend begins a file that takes the place of one that exists and begins with all that this one holds, and returns
// where to write the whole of it. The old one stays as it is until [Set.Commit], which fails with ErrChanged when the
// old one is no longer in the given state, and with ErrRewritten when not all of it stands at the beginning of the new
// one.
//
// The new file is renamed over the old one rather than appended to it: whoever reads or is killed meanwhile finds the
// old content or the new one, never a part of a line.
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

// replace puts the file in the place of the one that it extends. What somebody wrote into that one up to the last
// moment is not lost: the old file is kept under a second name, looked at once more when nobody can open it any longer,
// and put back when it has changed.
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

// withdraw makes the file disappear again, or puts the old one back in its place.
func (p *pending) withdraw() {
	switch {
	case p.was == nil:
		os.Remove(p.target)
	case p.old != "" && os.Rename(p.old, p.target) != nil:
		p.old = "" // it keeps its second name: what it holds may be nowhere else
	}
}
