//go:build !unix

package adaptertest

func limitFileSize(uint64) (limited bool, restore func()) { return false, nil }
