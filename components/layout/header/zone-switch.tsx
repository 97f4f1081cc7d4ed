"use client";

import { Radio } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useZone } from "../../ui/time/zone.tsx";
import { usePreferences } from "../preferences/preferences-provider.tsx";
import { HeaderPopup } from "./header-popup.tsx";
import { NamedZone } from "./named-zone.tsx";
import classes from "./header.module.css";

/** In which zone every absolute time is written. Each names it all the same. */
export function ZoneSwitch() {
  const zone = useZone();
  const name = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  return (
    <HeaderPopup icon={<IconClock />} label={`Time zone: ${name}`} shown={<span className={classes.zone}>{name}</span>}>
      <ZoneChoice />
    </HeaderPopup>
  );
}

export function ZoneChoice() {
  const { preferences, change } = usePreferences();
  const chosen = preferences.zone === "UTC" || preferences.zone === "browser" ? preferences.zone : "named";
  return (
    <div className={classes.choice}>
      <Radio.Group
        label="Times are written in"
        onChange={(zone) => zone !== "named" && change({ zone })}
        value={chosen}
      >
        <div className={classes.options}>
          <Radio label="UTC" value="UTC" />
          <Radio label="The zone of this browser" value="browser" />
          <Radio
            disabled={chosen !== "named"}
            label={chosen === "named" ? preferences.zone : "A zone named below"}
            value="named"
          />
        </div>
      </Radio.Group>
      <NamedZone onChoose={(zone) => change({ zone })} />
    </div>
  );
}
