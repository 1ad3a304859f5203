package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"stead/e2e/harness"
	"stead/internal/adapt/jsonl"
)

// publicSession is a session that Claude Code 2.1.209 wrote for the test suite of session-migrate, a peer. It holds an
// image and a PDF file. scripts/peers fetches the archive.
const (
	publicArchive = ".cache/peers/session_migrate-0.12.0.tar.gz"
	publicSession = "/sources/claude/2.1.209/portable-rich/native/73fea258-9467-4a17-877b-ef6bcd0898b7.jsonl"
	publicCopies  = 2000
)

// publicOrigin returns the origin that is made of copies of a session that others recorded and published.
func publicOrigin() (origin, error) {
	content, err := publicFile(publicSession)
	if err != nil {
		return origin{}, err
	}
	p := public{content: content, id: strings.TrimSuffix(filepath.Base(publicSession), ".jsonl")}
	about := fmt.Sprintf("%d copies of a session that Claude Code wrote for the tests of session-migrate 0.12.0", publicCopies)
	return origin{"public", about, p.fill, p.session}, nil
}

// publicFile returns the file of the archive whose path ends with end.
func publicFile(end string) ([]byte, error) {
	root, err := harness.Root()
	if err != nil {
		return nil, err
	}
	file, err := os.Open(filepath.Join(root, publicArchive))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, err
	}
	archive := tar.NewReader(unpacked)
	for {
		header, err := archive.Next()
		if err != nil {
			return nil, fmt.Errorf("find %s: %w", end, err)
		}
		if strings.HasSuffix(header.Name, end) {
			return io.ReadAll(archive)
		}
	}
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// public makes sessions of copies of a recorded one.
type public struct {
	content []byte
	id      string
}

// fill makes sessions of one copy each, in 20 projects.
func (p public) fill(root string) (int, error) {
	for n := range publicCopies {
		folder := filepath.Join(root, "projects", fmt.Sprintf("-home-user-project%d", n%20))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return 0, err
		}
		content, _ := p.copy(n, "")
		content = bytes.ReplaceAll(content, []byte(p.id), []byte(sessionID(n)))
		if err := os.WriteFile(filepath.Join(folder, sessionID(n)+".jsonl"), content, 0o600); err != nil {
			return 0, err
		}
	}
	return publicCopies, nil
}

// session joins copies to one conversation of at least size bytes.
func (p public) session(path string, size int64) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	last, written := "", int64(0)
	for n := 0; written < size && err == nil; n++ {
		var content []byte
		content, last = p.copy(n, last)
		_, err = file.Write(content)
		written += int64(len(content))
	}
	return errors.Join(err, file.Close())
}

// copy returns a copy with ids of its own, and the id of its last record. Its first record follows parent, if that is
// not "".
func (p public) copy(number int, parent string) (content []byte, last string) {
	own := fmt.Appendf(nil, "%08x", number)
	content = uuids.ReplaceAllFunc(p.content, func(id []byte) []byte {
		if string(id) == p.id {
			return id
		}
		return append(slices.Clone(own), id[len(own):]...)
	})
	for line := range bytes.Lines(content) {
		last = cmp.Or(jsonl.Value(line).Get("uuid").String(), last)
	}
	if parent != "" {
		content = bytes.Replace(content, []byte(`"parentUuid":null`), fmt.Appendf(nil, `"parentUuid":%q`, parent), 1)
	}
	return content, last
}
