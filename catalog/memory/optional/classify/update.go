package classify

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"stead/catalog/memory/database"
	"stead/internal/sys/regular"
)

// Report says what was done.
type Report struct {
	// Documents were classified, Unchanged are as they were.
	Documents, Unchanged int
}

const (
	// looked is how much of a document is looked at, in bytes.
	looked = 256 << 10
	// largest is the size of what is hashed; a larger file is no document.
	largest = 16 << 20
	// atOnce is how many rows a transaction writes.
	atOnce = 500
)

var extensions = []string{".md", ".markdown", ".mdx", ".mdc"}

// Update classifies the Markdown files that sessions wrote or changed, as far as they have changed since. The text is
// the file's as it is now, where it lies below its project's folder, and else what the session wrote. Errors are those
// of SQLite and the context.
func Update(ctx context.Context, d *database.Database) (Report, error) {
	u := &update{ctx: ctx, database: d, documents: map[string]database.Touched{}}
	for touched, err := range d.Touched(ctx, "written", "edited") {
		if err != nil {
			return u.report, err
		}
		if slices.Contains(extensions, strings.ToLower(filepath.Ext(touched.Path))) {
			u.documents[touched.Path] = touched // the last one counts
		}
	}
	if err := u.readKnown(); err != nil {
		return u.report, err
	}
	var rows [][]any
	for _, t := range u.documents {
		if err := ctx.Err(); err != nil {
			return u.report, err
		}
		row, err := u.row(t)
		if err != nil {
			return u.report, err
		}
		if u.known[t.Path] == key(row) {
			u.report.Unchanged++
			continue
		}
		rows = append(rows, row)
	}
	u.report.Documents = len(rows)
	return u.report, u.write(rows)
}

type update struct {
	ctx       context.Context
	database  *database.Database
	report    Report
	documents map[string]database.Touched
	// known are the rows that are there, by their path.
	known map[string]string
}

// Columns of a row.
const (
	columnKind, columnHash, columnSession = 1, 5, 7
)

// key is what of a row tells that it has changed.
func key(row []any) string {
	kind, _ := row[columnKind].(string)
	hash, _ := row[columnHash].(string)
	session, _ := row[columnSession].(string)
	return strings.Join([]string{kind, hash, session}, "\x00")
}

func (u *update) readKnown() error {
	u.known = map[string]string{}
	rows, err := u.database.Sessions().QueryContext(u.ctx,
		"SELECT path, kind, content_hash, session_id FROM documents WHERE tenant_id = ?", u.database.Tenant())
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var path, kind, hash, session string
		if err := rows.Scan(&path, &kind, &hash, &session); err != nil {
			return err
		}
		u.known[path] = strings.Join([]string{kind, hash, session}, "\x00")
	}
	return rows.Err()
}

// row classifies a document and returns its row, without the owner's columns.
func (u *update) row(t database.Touched) ([]any, error) {
	content, hash := current(t)
	if hash == "" {
		var err error
		if content, err = u.written(t); err != nil {
			return nil, err
		}
	}
	name, below := t.Below()
	if !below {
		name = filepath.Base(t.Path)
	}
	kind, reason, confidence := Kind(filepath.ToSlash(name), content)
	return []any{t.Path, kind, Title(content), reason, confidence, hash, t.LLMSource, t.Session, t.Turn, t.Hash,
		t.SourceFile, t.SourceLine}, nil
}

// current returns the beginning of a file of the project, and its digest, or nothing.
func current(t database.Touched) (content, hash string) {
	name, below := t.Below()
	if !below {
		return "", ""
	}
	file, err := regular.OpenIn(t.Project, name)
	if err != nil {
		return "", ""
	}
	defer file.Close()
	var begin strings.Builder
	digest := sha256.New()
	limited := io.LimitReader(file, largest+1)
	n, err := io.Copy(io.MultiWriter(digest, &begin), io.LimitReader(limited, looked))
	if err != nil {
		return "", ""
	}
	rest, err := io.Copy(digest, limited)
	if err != nil || n+rest > largest {
		return "", ""
	}
	return begin.String(), hex.EncodeToString(digest.Sum(nil))
}

// written returns what the call wrote into the document.
func (u *update) written(t database.Touched) (string, error) {
	var metadata []byte
	err := u.database.Sessions().QueryRowContext(u.ctx, "SELECT metadata FROM messages WHERE tenant_id = ? AND hash = ?",
		u.database.Tenant(), t.Hash).Scan(&metadata)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", err
	}
	var call struct {
		Input struct {
			Content any `json:"content"`
			New     any `json:"new"`
		} `json:"input"`
	}
	_ = json.Unmarshal(metadata, &call) // a call without such arguments wrote nothing that is known
	for _, argument := range []any{call.Input.Content, call.Input.New} {
		if text, ok := argument.(string); ok {
			return text[:min(len(text), looked)], nil
		}
	}
	return "", nil
}

// write writes rows, some in a transaction each.
func (u *update) write(rows [][]any) error {
	for some := range slices.Chunk(rows, atOnce) {
		err := u.database.Write(u.ctx, func(w *database.Writer) error {
			for _, row := range some {
				if err := w.Add("documents", row...); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
