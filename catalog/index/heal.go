package index

import (
	"context"
	"database/sql"
)

// Ask brings the database up to date and has it queried. Where the query comes upon damage, the database is made anew,
// and the query is asked again. Errors are those of [Index.Refresh] and of the query.
func (x *Index) Ask(ctx context.Context, query func(*sql.DB) error, progress func(done, total int64)) (Report, error) {
	report, err := x.Refresh(ctx, progress)
	if err != nil {
		return report, err
	}
	failure := query(x.DB())
	isNew, err := x.Heal(ctx, failure, progress)
	if err != nil {
		return report, err
	}
	if isNew {
		failure = query(x.DB())
	}
	return report, failure
}

// Heal makes the database anew, and brings it up to date, when the error of a query tells that it is damaged. It
// reports whether it did: then the query can be asked again. Errors are those of [Index.Refresh].
func (x *Index) Heal(ctx context.Context, found error, progress func(done, total int64)) (bool, error) {
	isNew, err := x.database.putAside(ctx, found)
	if err != nil || !isNew {
		return false, err
	}
	_, err = x.Refresh(ctx, progress)
	return err == nil, err
}
