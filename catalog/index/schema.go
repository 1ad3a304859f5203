package index

import "stead/catalog/piece"

// migrations make a database of each version from the one before; the first makes it from nothing. A migration that
// cannot know what an old row would hold empties the tables: the next refresh fills them.
var migrations = []string{`
CREATE TABLE place(
	id        INTEGER PRIMARY KEY,
	key       INTEGER NOT NULL UNIQUE, -- a digest of cli, store and path
	stamp     INTEGER NOT NULL,        -- a digest of the place as it stood when it was looked at
	cli       TEXT NOT NULL,
	store     TEXT NOT NULL,
	path      TEXT NOT NULL,
	inode     INTEGER NOT NULL,        -- of the file that grows, when it was looked at
	size      INTEGER NOT NULL,
	mtime     INTEGER NOT NULL,        -- in nanoseconds
	beside    INTEGER NOT NULL,        -- a digest of all else
	offset    INTEGER NOT NULL DEFAULT 0, -- up to where the file was read; 0 if it can only be read anew
	line      INTEGER NOT NULL DEFAULT 0, -- the number of the line that begins there
	head_hash INTEGER NOT NULL DEFAULT 0, -- a digest of what stands at the beginning and before the offset
	was       INTEGER NOT NULL DEFAULT 0, -- a digest of inode and beside when it was read
	open      TEXT NOT NULL DEFAULT ''    -- the calls without a result, as JSON
);
CREATE TABLE session(
	n       INTEGER PRIMARY KEY,
	cli     TEXT NOT NULL,
	id      TEXT NOT NULL,
	path    TEXT NOT NULL,
	parent  TEXT NOT NULL,
	title   TEXT NOT NULL,
	project TEXT NOT NULL,
	branch  TEXT NOT NULL,
	model   TEXT NOT NULL,
	version TEXT NOT NULL,
	created INTEGER NOT NULL,           -- in nanoseconds; 0 is unknown
	updated INTEGER NOT NULL,
	bytes   INTEGER NOT NULL,
	turns   INTEGER NOT NULL DEFAULT 0,
	place   INTEGER NOT NULL,
	pending INTEGER NOT NULL DEFAULT 1  -- its texts are to be read
);
CREATE INDEX session_id ON session(cli, id);
CREATE INDEX session_place ON session(place);
CREATE INDEX session_pending ON session(pending) WHERE pending;
CREATE TABLE piece(
	rowid  INTEGER PRIMARY KEY,         -- see Row
	line   INTEGER NOT NULL,
	offset INTEGER NOT NULL,
	turn   INTEGER NOT NULL,
	child  INTEGER NOT NULL             -- 0, or which of the session's sub-agents tells it, from 1
);
CREATE VIRTUAL TABLE f USING fts5(body, tool, path, content='', contentless_delete=1, detail=full,
	tokenize="` + piece.Tokenize + `");
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID; -- prices: the version of the prices that were used
CREATE TABLE usage(
	n           INTEGER NOT NULL,
	day         TEXT NOT NULL,          -- 2026-11-20, in UTC
	model       TEXT NOT NULL,
	responses   INTEGER NOT NULL,
	input       INTEGER NOT NULL,
	output      INTEGER NOT NULL,
	cache_read  INTEGER NOT NULL,
	cache_write INTEGER NOT NULL,
	reasoning   INTEGER NOT NULL,
	cost        REAL NOT NULL,          -- in US dollars, of the responses whose cost is known
	unpriced    INTEGER NOT NULL,       -- the others that have tokens
	PRIMARY KEY(n, day, model)
) WITHOUT ROWID;
CREATE TABLE turnuse(
	n     INTEGER NOT NULL,
	day   TEXT NOT NULL,
	turns INTEGER NOT NULL,
	PRIMARY KEY(n, day)
) WITHOUT ROWID;
CREATE TABLE tooluse(
	n        INTEGER NOT NULL,
	day      TEXT NOT NULL,
	tool     TEXT NOT NULL,             -- the universal name, else the CLI's own
	calls    INTEGER NOT NULL,
	failures INTEGER NOT NULL,
	PRIMARY KEY(n, day, tool)
) WITHOUT ROWID;
`, `
ALTER TABLE session ADD COLUMN forked TEXT NOT NULL DEFAULT ''; -- the id of the session that its CLI has copied
UPDATE place SET stamp = 0; -- all are looked at again
`, `
CREATE INDEX place_stamp ON place(key, stamp); -- all that is read of places where none has changed, in a tenth of the pages
`, `
INSERT INTO f(f) VALUES('delete-all'); -- rows have other ids now
DELETE FROM piece; DELETE FROM usage; DELETE FROM turnuse; DELETE FROM tooluse;
UPDATE session SET pending = 1, turns = 0;
UPDATE place SET offset = 0
`, `
ALTER TABLE session ADD COLUMN begins TEXT NOT NULL DEFAULT ''; -- the mark of its first record
ALTER TABLE session ADD COLUMN within INTEGER; -- the number of the session that has all that was said in this one, 0 for none, NULL for not known
CREATE INDEX session_begins ON session(cli, begins) WHERE begins != '';
CREATE INDEX session_forked ON session(forked) WHERE forked != '';
CREATE TABLE copy(
	holder INTEGER NOT NULL,            -- the number of the session of which texts were copied
	n      INTEGER NOT NULL,            -- that of the copy
	turns  INTEGER NOT NULL,            -- up to which turn
	PRIMARY KEY(holder, n)
) WITHOUT ROWID;
UPDATE place SET stamp = 0; -- all are looked at again
UPDATE place SET offset = 0 WHERE id IN (SELECT place FROM session WHERE forked LIKE '%:%');
UPDATE session SET pending = 1 WHERE forked LIKE '%:%'
`}
