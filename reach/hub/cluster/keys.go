package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/reach/member"
)

// keys are the seeds by which a cluster knows the hub, and everybody who has a line: a hub cannot have it take in a key
// for each line.
type keys struct {
	Hub   string `json:"hub"`
	Lines string `json:"lines"`
}

// openKeys reads the keys of a folder, or makes them: they stand in the servers' configuration, so they stay.
func openKeys(folder string) (k keys, err error) {
	path := filepath.Join(folder, "cluster.json")
	content, err := regular.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKeys(path)
	}
	if err == nil {
		err = json.Unmarshal(content, &k)
	}
	if err != nil {
		return k, fmt.Errorf("read the hub's keys at the cluster %s: %w; bring the file back from a backup, "+
			"or remove it and have the cluster load %s anew", path, err, usersFile)
	}
	return k, nil
}

func makeKeys(path string) (k keys, err error) {
	for _, seed := range []*string{&k.Hub, &k.Lines} {
		if _, *seed, err = member.NewKey(); err != nil {
			return k, err
		}
	}
	content, err := json.Marshal(k)
	if err != nil {
		return k, err
	}
	if err := atomicfile.Replace(path, content); err != nil {
		return k, fmt.Errorf("keep the hub's keys at the cluster: %w", err)
	}
	return k, nil
}
