package database

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"stead/catalog/memory"
)

// BenchmarkLoad measures the loading of new files, in bytes of both.
func BenchmarkLoad(b *testing.B) {
	f := newFiles(b)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		session := fmt.Sprintf("session-%04d", i)
		f.Begin(session, "/p")
		f.Work(r, session, 30)
	}
	f.Write()
	var size int64
	for _, name := range []string{memory.MessagesFile, memory.EventsFile} {
		info, err := os.Stat(filepath.Join(f.Folder, name))
		if err != nil {
			b.Fatal(err)
		}
		size += info.Size()
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		d, report := f.opened(Options{})
		b.ReportMetric(float64(report.Messages), "messages")
		if err := d.Close(); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		for _, name := range []string{"sessions.db", "org.db"} {
			for _, part := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(filepath.Join(f.Folder, name+part))
			}
		}
		b.StartTimer()
	}
}
