package summaries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/reach/member"
	"stead/reach/roster"
	"stead/reach/seal"
)

// epochs knows the epoch of the key by which this machine seals: another one begins when a machine may have been
// revoked since.
type epochs struct {
	path  string
	keys  *seal.Keyring
	self  member.Member
	known *roster.Roster
}

// sealing is what is kept of it in a file.
type sealing struct {
	Epoch uint64 `json:"epoch"`
	// Machines are the keys of the machines that the roster had when the key was used last, Revision is how often the
	// roster had changed.
	Machines []string `json:"machines"`
	Revision uint64   `json:"revision"`
}

func epochsPath(dataFolder string) string {
	return filepath.Join(dataFolder, "reach", "summaries.json")
}

// current returns the key to seal with now, and its epoch. Errors: those of the hub and the disk.
func (e epochs) current(ctx context.Context) (seal.Key, uint64, error) {
	was, err := e.load()
	if err != nil {
		return seal.Key{}, 0, err
	}
	machines, revision := e.known.State()
	now := sealing{Epoch: was.Epoch, Machines: keysOf(machines), Revision: revision}
	if was.mayHaveLost(now) {
		now.Epoch++
	}
	return e.make(ctx, now)
}

// mayHaveLost reports whether a machine that had the key may be revoked. The roster has only those that are there, but
// counts each that came or went: one that came and went while nobody looked is counted twice.
func (s sealing) mayHaveLost(now sealing) bool {
	arrived := uint64(0)
	for _, m := range now.Machines {
		if !slices.Contains(s.Machines, m) {
			arrived++
		}
	}
	return len(now.Machines) != len(s.Machines)+int(arrived) || now.Revision != s.Revision+arrived
}

// make makes the key. Which epoch it is of is kept before.
func (e epochs) make(ctx context.Context, s sealing) (key seal.Key, epoch uint64, err error) {
	if err := e.save(s); err != nil {
		return key, 0, err
	}
	key, err = e.keys.Make(ctx, keyName(e.self.Peer), s.Epoch)
	return key, s.Epoch, err
}

// load returns what is kept. Where nothing is, the epoch is that of the last key, and the machines that had it are not
// known.
func (e epochs) load() (s sealing, err error) {
	content, err := regular.ReadFile(e.path)
	if err == nil && json.Unmarshal(content, &s) == nil && s.Epoch > 0 {
		return s, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("read who has the key of this machine's summaries: %w", err)
	}
	made, err := e.keys.Made()
	return sealing{Epoch: made[keyName(e.self.Peer)], Machines: []string{""}}, err
}

func (e epochs) save(s sealing) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	err = atomicfile.Replace(e.path, append(text, '\n'))
	if err != nil {
		return fmt.Errorf("keep who has the key of this machine's summaries: %w", err)
	}
	return nil
}

func keysOf(machines []member.Peer) (keys []string) {
	for _, m := range machines {
		keys = append(keys, m.Key)
	}
	return keys
}
