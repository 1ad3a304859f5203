package embedding

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Store has the messages and their vectors (catalog/memory/database).
type Store interface {
	// Sessions returns sessions.db.
	Sessions() *sql.DB
	// Tenant is whose rows are read and written.
	Tenant() string
}

// Embedder makes vectors of texts: a model.Client.
type Embedder interface {
	// Embed returns a vector of unit length for each text.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	Model() string
}

// ErrNoEndpoint says that no endpoint is set.
var ErrNoEndpoint = errors.New("no endpoint is set that makes embeddings")

const (
	// batch is how many texts one request has, mostText how much of a text it has, in characters: models look at some
	// hundred words.
	batch    = 64
	mostText = 4000
)

// Report says what an update did.
type Report struct {
	Messages int64 `json:"messages"`
}

// Update makes the vectors that are missing: of prompts, answers and summaries. Each batch is kept at once, so that an
// interrupted update goes on where it stopped. Progress may be nil. Errors are those of the endpoint, of SQLite and of
// ctx.
func Update(ctx context.Context, s Store, e Embedder, progress func(done, total int64)) (Report, error) {
	var r Report
	total, err := missing(ctx, s, e.Model())
	if err != nil {
		return r, fmt.Errorf("find the messages without embeddings: %w", err)
	}
	for after := ""; ; {
		hashes, texts, err := next(ctx, s, e.Model(), after)
		if err != nil {
			return r, fmt.Errorf("read the messages without embeddings: %w", err)
		}
		if len(hashes) == 0 {
			return r, nil
		}
		vectors, err := e.Embed(ctx, texts)
		if err != nil {
			return r, err
		}
		if err := keep(ctx, s, e.Model(), hashes, vectors); err != nil {
			return r, fmt.Errorf("keep embeddings: %w", err)
		}
		after = hashes[len(hashes)-1]
		r.Messages += int64(len(hashes))
		if progress != nil {
			progress(r.Messages, max(total, r.Messages))
		}
	}
}

// wanting are the messages without a vector of a model, whose text is long enough to have a meaning. Its parameters are
// the tenant, the tenant again, and the model.
const wanting = ` FROM messages m WHERE m.tenant_id = ? AND json_extract(m.metadata, '$.kind') IN ('prompt', 'answer', 'summary') AND length(m.content) >= 12
	AND NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.tenant_id = ? AND e.model = ? AND e.message_hash = m.hash)`

func missing(ctx context.Context, s Store, model string) (n int64, err error) {
	err = s.Sessions().QueryRowContext(ctx, "SELECT count(*)"+wanting, s.Tenant(), s.Tenant(), model).Scan(&n)
	return n, err
}

// next returns a batch of messages behind a hash.
func next(ctx context.Context, s Store, model, after string) (hashes, texts []string, err error) {
	rows, err := s.Sessions().QueryContext(ctx, "SELECT m.hash, substr(m.content, 1, ?)"+wanting+
		" AND m.hash > ? ORDER BY m.hash LIMIT ?",
		mostText, s.Tenant(), s.Tenant(), model, after, batch)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var hash, text string
		if err := rows.Scan(&hash, &text); err != nil {
			return nil, nil, err
		}
		hashes, texts = append(hashes, hash), append(texts, text)
	}
	return hashes, texts, rows.Err()
}

// keep writes a batch's vectors.
func keep(ctx context.Context, s Store, model string, hashes []string, vectors [][]float32) error {
	tx, err := s.Sessions().BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for i, hash := range hashes {
		_, err := tx.ExecContext(ctx,
			"INSERT OR REPLACE INTO embeddings (tenant_id, model, message_hash, dim, vector) VALUES (?, ?, ?, ?, ?)",
			s.Tenant(), model, hash, len(vectors[i]), encode(vectors[i]))
		if err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}

// encode returns a vector as its row has it: float32, little endian.
func encode(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}
