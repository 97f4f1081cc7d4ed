"use client";

import { Button } from "@mantine/core";
import { usePreferences } from "../../layout/preferences/preferences-provider.tsx";
import { OPTIONAL_COLUMNS } from "./optional-columns.ts";
import type { QueueView } from "./queue-view.ts";
import type { ChangeView } from "./use-queue-view.ts";
import classes from "../list/review-list.module.css";

type ViewControlsProps = { view: QueueView; change: ChangeView };

/** How the list looks; what it holds is the filters' business. */
export function ViewControls({ view, change }: ViewControlsProps) {
  const { preferences, change: prefer } = usePreferences();
  const isCompact = preferences.density === "compact";
  const { columns, pages, preview, group } = view;
  return (
    <div className={classes.controls}>
      <Button
        aria-pressed={isCompact}
        onClick={() => prefer({ density: isCompact ? "comfortable" : "compact" })}
        size="compact-sm"
        variant="default"
      >
        Compact
      </Button>
      {group === null && (
        <>
          <Button aria-pressed={pages} onClick={() => change({ pages: !pages })} size="compact-sm" variant="default">
            Pages
          </Button>
          {!pages && (
            <Button
              aria-pressed={preview}
              className={classes.wideOnly ?? ""}
              onClick={() => change({ preview: !preview })}
              size="compact-sm"
              variant="default"
            >
              Preview
            </Button>
          )}
          <details className={classes.columns}>
            <summary>Columns</summary>
            <fieldset>
              <legend>Further columns</legend>
              {OPTIONAL_COLUMNS.map(({ id, header }) => (
                <label key={id}>
                  <input
                    checked={columns.includes(id)}
                    onChange={() =>
                      change({
                        columns: columns.includes(id) ? columns.filter((each) => each !== id) : [...columns, id],
                      })
                    }
                    type="checkbox"
                  />{" "}
                  {header}
                </label>
              ))}
            </fieldset>
          </details>
        </>
      )}
    </div>
  );
}
