package callgraph

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stead/catalog/memory/database"
	"stead/internal/sys/regular"
)

// Limits of what is read.
const (
	largest  = 1 << 20 // bytes of a file: what is larger was made by a program
	atOnce   = 100     // files in a transaction, and in one run of ctags
	language = "Go"
)

// Report says what was done.
type Report struct {
	// Files were read, Gone are no longer there, Unchanged were not read again.
	Files, Gone, Unchanged int
	// Functions and Edges are those of the files that were read.
	Functions, Edges int
	// NoCtags says why only Go files were read; it is empty otherwise.
	NoCtags string
}

// Function is a function of a file.
type Function struct {
	Name, Kind, Scope, Language, Signature string
	Start, End                             int
}

// Call is a call in a file, by the name that is called.
type Call struct {
	Caller     int // index of the function that calls
	Name       string
	Line       int
	Confidence float64
}

// file is a file that was read.
type file struct {
	path, hash, modified, language, tool string
	// isSame says that only its time has changed: its rows stay.
	isSame    bool
	content   []byte
	functions []Function
	calls     []Call
}

// Update reads the files that sessions read, wrote or changed, as far as they have changed. Errors are those of SQLite
// and the context; a file that cannot be read counts as gone.
func Update(ctx context.Context, d *database.Database) (Report, error) {
	u := &update{ctx: ctx, database: d, known: map[string]stamp{}, seen: map[string]bool{}}
	u.ctags, u.report.NoCtags = findCtags(ctx)
	if err := u.readKnown(); err != nil {
		return u.report, err
	}
	for touched, err := range d.Touched(ctx, "read", "written", "edited") {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return u.report, err
		}
		if err := u.take(touched); err != nil {
			return u.report, err
		}
	}
	if err := u.flush(); err != nil {
		return u.report, err
	}
	return u.report, u.finish()
}

// stamp is by which a file is taken for unchanged.
type stamp struct {
	bytes                          int64
	modified, hash, language, tool string
}

type update struct {
	ctx      context.Context
	database *database.Database
	ctags    string
	report   Report
	// known are the files that the database has, seen those that are still there.
	known   map[string]stamp
	seen    map[string]bool
	batch   []*file
	changed bool
}

func (u *update) readKnown() error {
	rows, err := u.database.Sessions().QueryContext(u.ctx,
		"SELECT path, bytes, modified, content_hash, language, tool FROM code_files WHERE tenant_id = ?", u.database.Tenant())
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var path string
		var s stamp
		if err := rows.Scan(&path, &s.bytes, &s.modified, &s.hash, &s.language, &s.tool); err != nil {
			return err
		}
		u.known[path] = s
	}
	return rows.Err()
}

// take reads a file unless it is there as it is.
func (u *update) take(t database.Touched) error {
	name, below := t.Below()
	if u.seen[t.Path] || !below || !u.isCode(t.Path) {
		return nil
	}
	f, isSame, err := read(t.Project, name, u.known[t.Path])
	if err != nil {
		return nil // it is gone, or none that is read
	}
	u.seen[t.Path] = true
	if isSame {
		u.report.Unchanged++
		return nil
	}
	f.path = t.Path
	u.batch = append(u.batch, f)
	if len(u.batch) < atOnce {
		return nil
	}
	return u.flush()
}

func (u *update) isCode(path string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	return extension == ".go" || u.ctags != "" && forCtags(extension)
}

var errLarge = errors.New("the file is too large")

// read reads a file below a folder, unless it still has its stamp.
func read(folder, name string, known stamp) (f *file, isSame bool, err error) {
	opened, err := regular.OpenIn(folder, name)
	if err != nil {
		return nil, false, err
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return nil, false, err
	}
	modified := info.ModTime().UTC().Format(time.RFC3339Nano)
	if known.modified == modified && known.bytes == info.Size() {
		return nil, true, nil
	}
	content, err := io.ReadAll(io.LimitReader(opened, largest+1))
	if err == nil && len(content) > largest {
		err = errLarge
	}
	if err != nil {
		return nil, false, err
	}
	sum := sha256.Sum256(content)
	return &file{hash: hex.EncodeToString(sum[:]), modified: modified, content: content}, false, nil
}

// flush takes the batch's files apart and writes their rows.
func (u *update) flush() error {
	if len(u.batch) == 0 {
		return nil
	}
	batch := u.batch
	u.batch = nil
	var others []*file
	for _, f := range batch {
		if known := u.known[f.path]; f.hash == known.hash {
			f.isSame, f.language, f.tool = true, known.language, known.tool
			continue
		}
		if strings.EqualFold(filepath.Ext(f.path), ".go") {
			parseGo(f)
		} else {
			others = append(others, f)
		}
	}
	if err := runCtags(u.ctx, u.ctags, others); err != nil {
		return err
	}
	u.changed = true
	return u.database.Write(u.ctx, func(w *database.Writer) error {
		for _, f := range batch {
			if err := u.write(w, f); err != nil {
				return err
			}
		}
		return nil
	})
}

// write writes the rows of a file.
func (u *update) write(w *database.Writer, f *file) error {
	if err := w.Add("code_files", f.path, f.language, f.hash, len(f.content), f.modified, f.tool); err != nil || f.isSame {
		return err
	}
	u.report.Files++
	for _, table := range []string{"functions", "edges"} {
		if err := w.Remove(table, "path", f.path); err != nil {
			return err
		}
	}
	for _, fn := range f.functions {
		err := w.Add("functions", u.id(f, fn), f.path, fn.Name, fn.Kind, fn.Scope, fn.Language, fn.Start, fn.End,
			fn.Signature, f.hash)
		if err != nil {
			return err
		}
	}
	for _, c := range f.calls {
		if err := w.Add("edges", f.path, c.Line, u.id(f, f.functions[c.Caller]), "", c.Name, c.Confidence); err != nil {
			return err
		}
	}
	u.report.Functions += len(f.functions)
	u.report.Edges += len(f.calls)
	return nil
}

// id returns a function's key: the same after its body or its place in the file has changed.
func (u *update) id(f *file, fn Function) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{u.database.Tenant(), f.path, fn.Scope, fn.Name}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// resolve finds the functions that are called: in Go, a bare name is one of the same package, which is the same folder;
// any other name counts when only one function has it.
const resolve = `UPDATE edges SET callee_id = coalesce((SELECT CASE WHEN count(DISTINCT f.id) = 1 THEN min(f.id) END FROM functions f
	WHERE f.tenant_id = ?1 AND f.name = edges.callee_name AND (edges.confidence < 0.9 OR f.scope = '' AND f.language = '` + language + `'
	AND rtrim(f.path, replace(f.path, '/', '')) = rtrim(edges.path, replace(edges.path, '/', '')))), '') WHERE tenant_id = ?1`

// finish removes the files that are gone, and joins calls with functions.
func (u *update) finish() error {
	return u.database.Write(u.ctx, func(w *database.Writer) error {
		for path := range u.known {
			if u.seen[path] || exists(path) && !u.isCode(path) { // without ctags, its files are neither read nor forgotten
				continue
			}
			u.report.Gone++
			u.changed = true
			for _, table := range []string{"code_files", "functions", "edges"} {
				if err := w.Remove(table, "path", path); err != nil {
					return err
				}
			}
		}
		if !u.changed {
			return nil
		}
		return w.Exec(resolve)
	})
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
