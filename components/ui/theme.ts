import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type DrawerProps,
  type MenuProps,
  type ModalProps,
  type NotificationProps,
  type PasswordInputProps,
  type VariantColorsResolver,
} from "@mantine/core";

const SYSTEM_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const MONO_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

/** Mantine leaves these without a name, or makes of a dialog's header a second banner landmark: axe reports both. */
const dialog = {
  closeButtonProps: { "aria-label": "Close" },
  attributes: { header: { role: "presentation" } },
  transitionProps: { duration: 120 },
};

/** Mantine picks one text colour for both schemes; the dark accent is light and needs dark text on it. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isPrimary = (input.color ?? input.theme.primaryColor) === input.theme.primaryColor;
  return input.variant === "filled" && isPrimary
    ? { ...colors, color: "var(--mantine-primary-color-contrast)" }
    : colors;
};

export const theme = createTheme({
  fontFamily: SYSTEM_FONT,
  fontFamilyMonospace: MONO_FONT,
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.333", sm: "1.385", md: "1.429", lg: "1.5", xl: "1.4" },
  headings: {
    fontFamily: SYSTEM_FONT,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.4" },
      h2: { fontSize: "1rem", lineHeight: "1.5" },
      h3: { fontSize: "0.875rem", lineHeight: "1.429" },
    },
  },
  spacing: { xs: "0.25rem", sm: "0.5rem", md: "0.75rem", lg: "1rem", xl: "1.5rem" },
  defaultRadius: 6,
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  variantColorResolver: variantColors,
  focusRing: "auto",
  respectReducedMotion: true,
  colors: {
    accent: [
      "#eef3ff",
      "#dbe6ff",
      "#bfd2ff",
      "#9db8ff",
      "#7594fb",
      "#4f72f0",
      "#2f57e3",
      "#1d4ed8",
      "#1a44ba",
      "#163998",
    ],
    dark: [
      "#e9eaec",
      "#c9ccd1",
      "#a7adb5",
      "#6f757d",
      "#3d4148",
      "#2c3036",
      "#232529",
      "#1b1c1f",
      "#151619",
      "#0f1012",
    ],
  },
  // Names only: to import the components here would put them all into every page.
  components: {
    Drawer: { defaultProps: dialog satisfies Partial<DrawerProps> },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    Modal: { defaultProps: dialog satisfies Partial<ModalProps> },
    Notification: {
      defaultProps: {
        role: "status",
        closeButtonProps: { "aria-label": "Close" },
      } satisfies Partial<NotificationProps>,
    },
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: { "aria-label": "Show or hide the password" },
      } satisfies Partial<PasswordInputProps>,
    },
  },
});

/** Contrast, text on page: dimmed 6.4 and 7.5, error 7.4 and 8.6; a control's edge 3.4 and 3.7. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#ffffff",
    "--mantine-color-text": "#1b1c1f",
    "--mantine-color-dimmed": "#5a6068",
    "--mantine-color-placeholder": "#5a6068",
    "--mantine-color-error": "#a81b1b",
    "--mantine-color-anchor": "#1d4ed8",
    "--mantine-color-default-border": "#d5d9de",
    "--color-raised": "#f7f8fa",
    "--color-edge": "#868c94",
    "--color-accent": "#1d4ed8",
  },
  dark: {
    "--mantine-color-text": "#e9eaec",
    "--mantine-color-dimmed": "#a7adb5",
    "--mantine-color-placeholder": "#a7adb5",
    "--mantine-color-error": "#ff9c93",
    "--mantine-color-anchor": "#9db8ff",
    "--mantine-color-default-border": "#3d4148",
    "--color-raised": "#232529",
    "--color-edge": "#6f757d",
    "--color-accent": "#9db8ff",
  },
});
