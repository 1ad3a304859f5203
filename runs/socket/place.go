package socket

import (
	"fmt"
	"os"
	"path/filepath"
)

// Open opens the run's socket at [Path] and serves in the background until Close. If the folder there cannot be
// trusted, because anyone may have created it, Open puts the socket in a new folder of the user. The note then tells
// the user so.
func (s *Server) Open(state, run string) (note string, err error) {
	path := Path(state, run)
	refused := secure(filepath.Dir(path))
	if refused == nil {
		return "", s.Listen(path)
	}
	folder, err := os.MkdirTemp(temporary, "stead-*") // accessible to the user only
	if err != nil {
		return "", fmt.Errorf("open the run's socket: %w (%w)", refused, err)
	}
	path = filepath.Join(folder, "run")
	link := signpost(state, run)
	s.places = []string{link, folder}
	if err = s.Listen(path); err == nil {
		err = point(link, path)
	}
	return fmt.Sprintf("the run's socket is in %s: %v", folder, refused), err
}

// signpost returns the path of a link in the user's own folder. It leads to the socket of a run if that is in an
// unpredictable place.
func signpost(state, run string) string { return filepath.Join(state, "sockets", run+".at") }

func point(link, path string) error {
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
		return fmt.Errorf("note where the run's socket is: %w", err)
	}
	_ = os.Remove(link) // ids are never reused, so a killed process left this behind
	if err := os.Symlink(path, link); err != nil {
		return fmt.Errorf("note where the run's socket is: %w", err)
	}
	return nil
}

// leave removes what Open created in addition to the socket.
func (s *Server) leave() {
	for _, place := range s.places {
		_ = os.RemoveAll(place)
	}
}

// Find returns the path of a run's socket: [Path], or where [Server.Open] has put it.
func Find(state, run string) string {
	if path, err := os.Readlink(signpost(state, run)); err == nil {
		return path
	}
	return Path(state, run)
}
